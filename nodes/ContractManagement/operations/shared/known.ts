import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { isBlank } from '../../api/options';
import { isObject } from '../../api/shapes';
import { named } from '../../node/values';
import { isStranger, MISNOMERS, partsOf } from './strangers';

/** Parts of collections that earlier versions had. A saved workflow may still hold them: they are no error. */
const GONE =
	/^(completeRecords|fastListing|fieldsFormat|furtherFields|tagExecutions|signature(Encoding|Prefix))$/;

/** Said once where a saved workflow has it on. */
export const NO_TAGS =
	"Tag Executions is no longer part of this node: use n8n's Execution Data node";

/** What the node was given and does not have, in words, with what it has. */
interface UnknownPart {
	field: string;
	value: unknown;
	/** What it is, after its name and value. */
	is: string;
	/** What there is instead, as a sentence. */
	advice: string;
}

/** A parameter of the operation at another place, or in another spelling, in words. */
export function misplacedPart(
	properties: INodeProperties[],
	given: IDataObject,
): UnknownPart | undefined {
	const plain = (name: string) => name.replaceAll('_', '').toLowerCase();
	for (const field of Object.keys(given).filter(
		(key) => !isBlank(given[key]) && !properties.some(({ name }) => name === key),
	)) {
		const isMeant = ({ name }: INodeProperties) => plain(name) === plain(MISNOMERS[field] ?? field);
		const home = properties.find((one) => isMeant(one) || partsOf(one).some(isMeant));
		const part = home && [...partsOf(home), home].find(isMeant)!;
		const where = part === home ? `is called ${home?.name}` : `stands under ${home?.displayName}`;
		const advice = `${part?.displayName} ${where}.`;
		if (part) return { field, value: given[field], is: 'is not where it belongs', advice };
	}
	return undefined;
}

/** The first part of the saved parameters that the node does not have, of another version, a model or written by hand. */
export function unknownPart(
	properties: INodeProperties[],
	given: IDataObject,
): UnknownPart | undefined {
	return properties.map((one) => problemOf(one, given[one.name])).find(Boolean);
}

function problemOf(
	{ type, displayName, options = [], allowArbitraryValues }: INodeProperties,
	value: unknown,
): UnknownPart | undefined {
	const isExpression = typeof value === 'string' && value.startsWith('=');
	if (isBlank(value) || isExpression) return undefined;
	if (type === 'options') {
		const offered = options as INodePropertyOptions[];
		// Not all values are known, and the operation checks them itself.
		if (allowArbitraryValues ?? offered.length === 0) return undefined;
		if (offered.some((one) => one.value === value)) return undefined;
		const advice = adviceOf(displayName, offered);
		return { field: displayName, value, is: 'cannot be chosen', advice };
	}
	if (!isObject(value)) return undefined;
	if (type === 'resourceMapper' && !('mappingMode' in value)) return notMapped(displayName, value);
	if (type === 'collection') return partOf(displayName, options as INodeProperties[], value);
	if (type !== 'fixedCollection') return undefined;
	const groups = options as INodePropertyCollection[];
	const unknown = unknownIn(displayName, groups, value);
	if (unknown) return unknown;
	const problems = groups.flatMap(({ name, values }) => {
		const rows = [value[name]].flat().filter(isObject);
		return rows.map((row) => partOf(displayName, values, row));
	});
	return problems.find(Boolean);
}

function notMapped(field: string, given: Record<string, unknown>): UnknownPart | undefined {
	const [value] = Object.keys(given);
	const advice = `${field} takes {"mappingMode": "defineBelow", "value": {…}}, or use Fields (JSON) of Options where there is one.`;
	return value === undefined ? undefined : { field, value, is: 'is not one of its parts', advice };
}

function partOf(displayName: string, parts: INodeProperties[], given: Record<string, unknown>) {
	return unknownIn(displayName, parts, given) ?? unknownPart(parts, given as IDataObject);
}

function unknownIn(
	field: string,
	parts: Array<Pick<INodeProperties, 'displayName' | 'name'> & { type?: string }>,
	given: Record<string, unknown>,
): UnknownPart | undefined {
	const own = parts.filter((part) => !isStranger(part));
	const isKnown = (key: string) => GONE.test(key) || own.some(({ name }) => name === key);
	const value = Object.keys(given).find((key) => !isKnown(key));
	const has = own.map(({ name, displayName }) => ({ value: name, name: displayName }));
	if (value === undefined) return undefined;
	const isWhole = typeof given[value] === 'function';
	const is = isWhole ? 'gives none of its parts' : 'is not one of its parts';
	return { field, value: isWhole ? 'an expression' : value, is, advice: adviceOf(field, has) };
}

function adviceOf(field: string, offered: INodePropertyOptions[]): string {
	return `${field} has: ${named(offered)}.`;
}
