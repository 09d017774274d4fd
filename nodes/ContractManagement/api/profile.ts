import { readsAsOperator } from './names';

/** One thing that the specification leaves open: what is assumed, and what a service may do instead. */
interface Entry<V extends string> {
	/** What the specification says. */
	shown: string;
	/** Each value, and what it means. */
	values: Record<V, string>;
	assumed: NoInfer<V>;
}

/** Any other value is the parameter. */
const FILTERS = {
	name: 'The parameter `name` takes a part of it',
	none: 'There is no such filter: nothing is sent, and names are compared here only',
};

const entry = <V extends string>(one: Entry<V>) => one;

/** What is assumed of the service where the specification does not show it, by the ids of docs/assumptions.md. Data only. */
export const PROFILE = {
	'counterparty-patch-fields': entry({
		shown: 'not shown: whether fields of PATCH /counterparties/{id} are merged or replaced',
		values: {
			merge: 'A field that is not sent stays as it is: only what changed is sent',
			replace: 'Fields that are not sent may be lost: all are sent, merged into what is there',
		},
		assumed: 'replace',
	}),
	'creation-form-default': entry({
		shown: 'not shown: by which name a creation form says what the service fills in by itself',
		values: {
			defaultValue: 'A field with a value by this name may be left out, also a required one',
			default: 'The same',
			default_value: 'The same',
		},
		assumed: 'defaultValue',
	}),
	'contract-name-filter': entry<string>({
		shown: 'not shown: whether GET /contracts filters by name, and by which parameter',
		values: FILTERS,
		assumed: 'name',
	}),
	'clause-name-filter': entry<string>({
		shown: 'a filter on clause name, of which the identifier is not shown',
		values: FILTERS,
		assumed: 'name',
	}),
};

/** The profile of a service: by entry, which of its values holds. */
export type Profile = {
	[Id in keyof typeof PROFILE]: (typeof PROFILE)[Id]['assumed'];
};

/** What holds for the entry: what is `given` of a service, else what is assumed. */
export function assumed<Id extends keyof Profile>(id: Id, given: Partial<Profile> = {}) {
	return given[id] ?? PROFILE[id].assumed;
}

/** The query parameter by which a list is filtered by a part of the name. A text such as "in:side" would be taken for an operator. */
export function nameFilter(id: 'clause-name-filter' | 'contract-name-filter', name: string) {
	const parameter = assumed(id);
	return name === '' || parameter === 'none' || readsAsOperator(name) ? {} : { [parameter]: name };
}

/** How services sign their deliveries ("not shown"). */
export const SIGNATURES = {
	/** What is signed. Names in braces are headers; `{timestamp}` and `{id}` are found, the time also beside the signature. */
	texts: {
		plain: '{body}',
		timestamped: '{timestamp}.{body}',
		versioned: 'v0:{timestamp}:{body}',
		standardWebhooks: '{id}.{timestamp}.{body}',
	} as Record<string, string>,
	/** What HMACs look like, behind whatever says what they are: as long as SHA-256 or SHA-512 make them, in two encodings. */
	looks: [
		['hexadecimal', /(?<![\da-z])(?:[\da-f]{64}){1,2}(?![\da-z])/gi],
		['base64', /(?<![a-z\d+/])(?:[a-z\d+/]{43}){1,2}(?![a-z\d+/])={0,2}/gi],
		['base64', /(?<![\w-])(?:[\w-]{43}){1,2}(?![\w-])={0,2}/g],
	] as Array<[string, RegExp]>,
	expected: '64 hexadecimal or 44 base64 characters (SHA-256), or 128 or 88 (SHA-512)',
	timeIn: /(?:^|[,;\s])t(?:s|ime|imestamp)?=(\d+)/,
	timeHeader: /(?:^|-)timestamp$/,
	header: /signature|hmac/,
};
