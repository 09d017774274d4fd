import { labelOf, listed } from '../../api/names';
import { ASSUMED } from '../../api/profile';
import { expectedBy, PROBE } from '../../api/serviceProfile';
import { isObject } from '../../api/shapes';
import type { ApiRequest } from '../exchange';
import { isReading, isRepeatable } from '../retry';
import type { Facts, Sentence } from './problems';
import { FINDS } from './toolWords';

/** Why a record may not be there, and where those that are have their IDs. @param kind as the error's ID or the path has it */
export function absent(kind: string): string {
	const label = labelOf(kind.toLowerCase().replace(/s$/, '').replace(/[-_]t/, 'T'));
	const finds = Object.hasOwn(FINDS, label) ? ` ${FINDS[label]}.` : '';
	return `It may have been deleted, or it belongs to another organization than the API key.${finds}`;
}

/** What the service's codes of errors mean for the person. */
export const BY_ERROR_ID: Record<string, Sentence> = {
	CONTRACT_NOT_FOUND: missing('contract', /\/contracts?\/([^/?]+)/),
	COUNTERPARTY_NOT_FOUND: missing('counterparty', /\/counterparties\/([^/?]+)/),
	TEMPLATE_NOT_FOUND: missing('template', /\/templates\/([^/?]+)/),
	MEMBER_NOT_FOUND: missing('member', /\/members\/([^/?]+)/),
	FIELD_NOT_FOUND: ({ details, message }) => ({
		message: details.field
			? `There is no field '${readable(details.field)}'`
			: (message ?? 'There is no such field'),
		description: `Fields are named by their ID or their exact name.${allowed(details)}`,
	}),
	FIELD_OPTION_NOT_FOUND: ({ details, message }) => ({
		message: details.field
			? `Field '${readable(details.field)}' has no option '${readable(details.value)}'`
			: (message ?? 'The field has no such option'),
		description:
			allowed(details).trim() ||
			'Choose one of the options of the field: the service names none (entry errors-details-options of the profile).',
	}),
	INVALID_STATUS_TRANSITION: ({ asked, message }) => ({
		message: message ?? 'The status of the contract does not allow this',
		description: asked.path.endsWith('/signed-version')
			? 'A contract is marked as signed from draft, negotiating or signing, and only while no signature process of the service is running.'
			: 'Read the contract with Contract > Get to see its status.',
	}),
};

/** @param inPath finds its id in a path, where the details do not name it */
function missing(what: string, inPath: RegExp): Sentence {
	return ({ asked, details }) => {
		const id = details.value ?? details.id ?? inPath.exec(asked.path)?.[1];
		const message = `No ${what} ${readable(id) || 'with this id'}: check its ID, or choose another`;
		return { message, description: absent(what) };
	};
}

function allowed(details: Record<string, unknown>): string {
	const options = details.availableOptions;
	if (!Array.isArray(options) || options.length === 0) return '';
	const names = options.map((one) => (isObject(one) ? (one.name ?? one.label ?? one.id) : one));
	return ` Allowed: ${listed(names.map(readable), 30)}`;
}

/** Where to look whether a write was executed: after `look`. */
export function whereItShows({ path, body }: ApiRequest): string {
	const [, noun, id] = /\/(contract|member)s?\/([^/?]+)/.exec(path) ?? [];
	const of = noun ? `${noun} ${id}` : 'record';
	if (path.endsWith('/records')) return `at the records of ${of}`;
	if (path !== '/contracts' || !isObject(body)) return `at the ${of}`;
	const { name, integration, counterparty } = body;
	const { externalId } = isObject(integration) ? integration : {};
	const by = [
		name && ` named '${name as string}'`,
		externalId && ` with external ID '${externalId as string}'`,
		isObject(counterparty) && ` of counterparty '${counterparty.name as string}'`,
	];
	return `for a new contract${by.filter(Boolean).join('')}`;
}

/** The details of a refusal that no sentence knows, as text. */
export function detailsText(details: Record<string, unknown>): string {
	const pairs = Object.entries(details).map(([key, value]) => `${key}: ${readable(value)}`);
	return pairs.length > 0 ? ` (${pairs.join('; ')})` : '';
}

function readable(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
}

/** What became of a rejected or unsent request; an earlier attempt may have got further. */
export function executed({ asked, isUnknown }: Pick<Facts, 'asked' | 'isUnknown'>): string {
	return isUnknown ? unknownOutcome(asked) : 'Nothing was executed. ';
}

/** What to do where nobody knows whether it was executed; nothing of a request that only reads. */
export function unknownOutcome(asked: ApiRequest): string {
	if (isReading(asked)) return '';
	return isRepeatable(asked)
		? 'It may have happened; running it again does no harm. '
		: `It may have happened: look ${whereItShows(asked)} in the service before you run this again. `;
}

/** How often it was tried, and what came of each. */
export function gaveUp({ attempts, tried }: Pick<Facts, 'attempts' | 'tried'>): string {
	if (attempts <= 1) return '';
	return `Gave up after ${attempts} attempts${tried ? ` (${runs(tried).join(', ')})` : ''}. `;
}

/** `503, 503, 500` becomes `2 × 503, 500`. */
function runs(labels: string[]): string[] {
	const counts: Array<[count: number, label: string]> = [];
	for (const label of labels) {
		const last = counts.at(-1);
		if (last?.[1] === label) last[0] += 1;
		else counts.push([1, label]);
	}
	return counts.map(([count, label]) => (count > 1 ? `${count} × ${label}` : label));
}

/** Parameters of lists that the specification does not show, or not in full, and what does the same in a workflow. */
const PARAMETERS = [
	['/contracts', 'contract-name-filter', 'Filter'],
	['/clauses', 'clause-name-filter', 'Filter'],
	['/contracts', 'contract-list-sort', 'Sort'],
] as const;

/** What was assumed of a request that the service refuses: of parameters of lists, and of the fields of a new contract. */
export function assumptionsIn({ method, path, qs = {}, body }: ApiRequest, profile = ASSUMED) {
	const fields = 'contract-create-fields';
	if (method === 'POST' && path === '/contracts' && isObject(body) && body.fields)
		return ` ${fields}: expected is "${expectedBy(fields, profile)}". ${PROBE}`;
	const sentences = PARAMETERS.map(([list, entry, node]) => {
		const name = entry === 'contract-list-sort' ? 'sort' : profile[entry];
		const isSent = method === 'GET' && path === list && name in qs;
		const advice = `expected is that it knows '${name}'; without it use n8n's node ${node}.`;
		return isSent ? ` ${entry}: ${advice} ${PROBE}` : '';
	});
	return sentences.join('');
}
