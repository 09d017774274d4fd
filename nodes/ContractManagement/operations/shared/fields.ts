import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	ResourceMapperTypeOptions,
} from 'n8n-workflow';
import { labelOf } from '../../api/names';
import { strangers } from './strangers';

export { labelOf };

/** Of all three nodes. From 1.1 on the short form of a contract is readable, and has where it belongs (`presentContracts`). */
export const NODE_VERSIONS = [1, 1.1];

/** One field: label, default (it tells the type), description where it needs one, what else there is. */
type Row =
	| [displayName: string, byDefault: Default, description?: string, more?: More]
	| [displayName: string, byDefault: Default, more: More];

type Default = boolean | number | string | string[];
type More = Partial<INodeProperties>;

/** Fields by name. Those of triggers are read with `triggerSettings`. */
export type Rows = Record<string, Row>;

export function field(name: string, row: Row, common: More = {}): INodeProperties {
	const [displayName, byDefault, third, fourth] = row;
	const more = typeof third === 'string' ? { description: third, ...fourth } : third;
	const plain = more?.options ? 'options' : (typeof byDefault as 'boolean' | 'number' | 'string');
	const type = Array.isArray(byDefault) ? 'multiOptions' : plain;
	return { displayName, name, type, default: byDefault, ...common, ...more };
}

export function fields(rows: Rows, common?: More): INodeProperties[] {
	return Object.entries(rows).map(([name, row]) => field(name, row, common));
}

/** What can be chosen, by value: label, and description where the label is not enough. */
export function described(rows: Record<string, [string, string?]>): INodePropertyOptions[] {
	return Object.entries(rows).map(([value, [name, description]]) => ({
		name,
		value,
		...(description && { description }),
	}));
}

/** API names as what can be chosen, in alphabetical order of their labels: `createdAt` is shown as Created At. */
export function choices(names: readonly string[]): INodePropertyOptions[] {
	return names.map((value) => ({ name: labelOf(value), value })).toSorted(byLabel('name'));
}

/** By what other versions, models and people who write a workflow by hand would filter where that is called otherwise. */
const WANTED: Record<string, string> = {
	Filters:
		'author authorEmail authorId contractType contractTypeId contractTypeIds contractTypeName counterparty counterpartyId counterpartyName createdAfter createdAt createdBefore createdFrom endAfter endAt endAtFrom endAtTo endBefore expiresWithin externalId folder folderId ids limit name query search signatureDate signedAfter signedBefore signedFrom startAfter startAt startAtFrom startAtTo startBefore state status statuses statusIn statusNot tag templateId type updatedAfter updatedAt updatedBefore updatedSince',
	// Gone: read all the same, or `offering` and `handOn` say what there is instead.
	Options: 'completeRecords dry dryrun DryRun fieldsFormat preview simulate tagExecutions',
};

/** Fields that are added one by one, in the order of their labels, lists last: Options, Filters, Update Fields. */
export function collection(
	displayName: string,
	options: INodeProperties[],
	more: Partial<INodeProperties> = {},
): INodeProperties {
	const words = displayName.split(' ');
	const own = options.map(({ name }) => name);
	const sorted = options.toSorted(byLabel('displayName'));
	const isList = ({ type }: INodeProperties) => Number(type === 'fixedCollection');
	const wanted = (WANTED[displayName]?.split(' ') ?? []).filter((name) => !own.includes(name));
	return {
		displayName,
		name: displayName.charAt(0).toLowerCase() + words.join('').slice(1),
		type: 'collection',
		placeholder: `Add ${words.at(-1)!.slice(0, -1)}`,
		default: {},
		options: [...sorted.toSorted((a, b) => isList(a) - isList(b)), ...strangers(wanted)],
		...more,
	};
}

function byLabel<K extends string>(key: K) {
	return (a: Record<K, string>, b: Record<K, string>) => a[key].localeCompare(b[key]);
}

/** A list of which each entry has the same fields. */
export function list(
	named: Partial<INodeProperties> & Pick<INodeProperties, 'displayName' | 'name'>,
	entry: INodePropertyCollection,
): INodeProperties {
	return {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		...named,
		options: [entry],
	};
}

/** The mapper Fields, whose columns the editor reads from the service for what `dependsOn` names. */
export function mapper(
	dependsOn: string,
	own: ResourceMapperTypeOptions,
	more: Partial<INodeProperties>,
): INodeProperties {
	return {
		displayName: 'Fields',
		name: 'fields',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		typeOptions: {
			loadOptionsDependsOn: [dependsOn],
			resourceMapper: {
				refreshStaleSchemaOnOpen: true,
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				supportAutoMap: true,
				// The notice of the method says what to do; the editor's own error would stand beside it.
				hideNoDataError: true,
				...own,
			},
		},
		...more,
	};
}
