/** One thing that the specification leaves open. */
interface Entry {
	what: string;
	/** The words of the specification; not shown when absent. */
	shown?: string;
	assumed: string;
	/** What may hold, and what it means; the name of any property when absent. */
	values?: Record<string, string>;
	/** Of a parameter, a path or an event: also any name. */
	isName?: true;
	/** Of an event: what it is called here. */
	event?: string;
}

const NAME_FILTER = {
	assumed: 'name',
	values: { none: 'No such filter: names are compared here only' },
	isName: true,
} as const;

const PLACE = { assumed: 'found', values: { found: 'It is looked for' }, isName: true } as const;

/** What the service calls an event of the catalogue. */
const named = <E extends string>(event: E) => {
	const what = `Name of \`${event}\` in deliveries`;
	return { what, assumed: 'known', values: { known: 'A usual one' }, isName: true, event } as const;
};

const DOWNLOAD = {
	links: 'JSON with links to the files',
	file: 'The file itself',
	zip: 'A ZIP of the files',
	redirect: 'A redirect to the file',
} as const;

/** What is assumed of the service where the specification does not show it, by the ids of docs/assumptions.md. Data only. */
export const PROFILE = {
	'creation-form-fields': { what: 'List of fields in a creation form', assumed: 'fields' },
	'creation-form-field-id': { what: 'ID of a field in a creation form', assumed: 'id' },
	'creation-form-field-name': { what: 'Name of a field in a creation form', assumed: 'name' },
	'creation-form-default': { what: 'What the service fills in itself', assumed: 'defaultValue' },
	'field-required': { what: 'Whether a field of a form needs a value', assumed: 'required' },
	'field-options': { what: 'Options of a field, in forms and custom objects', assumed: 'options' },
	'field-option': {
		what: 'One of these options',
		assumed: 'id-name',
		values: { 'id-name': '`{id, name}`', 'value-label': '`{value, label}`', text: 'A text' },
	},
	'field-help-text': { what: 'Help text of a field', assumed: 'helpText' },
	'contract-create-document': {
		what: 'Property of `POST /contracts` for a document',
		shown: '`POST /contracts` (with its document)',
		assumed: 'document',
		values: { none: 'Contracts are made from templates only' },
		isName: true,
	},
	'contract-create-fields': {
		what: '`fields` of `POST /contracts`',
		assumed: 'object',
		values: { object: 'By field ID', pairs: 'A list of `{attributeDefinitionId, value}`' },
	},
	'contract-create-response': {
		what: 'Answer of `POST /contracts`',
		shown: 'The call returns the contract id',
		assumed: 'id',
		values: { id: 'The contract, or an object with its `id`', text: 'Its ID as a text' },
	},
	'contract-list-items': {
		what: 'Items of `GET /contracts`',
		assumed: 'full',
		values: { full: 'Whole contracts', partial: 'A part of each: the rest is read one by one' },
	},
	'contract-list-sort': {
		what: 'Order of `GET /contracts`',
		assumed: 'sorted',
		values: { sorted: 'That of `sort`', unsorted: 'Its own: an order asked for is an error' },
	},
	'contract-name-filter': { what: 'Parameter of `GET /contracts` for a name', ...NAME_FILTER },
	'clause-name-filter': {
		what: 'Parameter of `GET /clauses` for a name',
		shown: "a filter on clause name (…; the parameter's identifier: not shown)",
		...NAME_FILTER,
	},
	'counterparty-name-filter': {
		what: '`name` of `GET /counterparties`',
		shown: 'partial match on the counterparty name',
		assumed: 'exact-case',
		values: {
			'any-case': 'Letter case does not matter',
			'exact-case': 'It may matter: a whole name not found is looked for in the whole list',
		},
	},
	'signed-files': { what: 'Answer of `…/signed-files`', assumed: 'links', values: DOWNLOAD },
	'current-version': { what: 'Answer of `…/current-version`', assumed: 'links', values: DOWNLOAD },
	'file-url': { what: 'Address in a link to a file', assumed: 'url' },
	'file-name': { what: 'Name of the file in a link', assumed: 'name' },
	'file-content-type': { what: 'Media type of the file in a link', assumed: 'contentType' },
	'upload-url-key': { what: 'Storage key in the answer of `…/upload-url`', assumed: 'key' },
	'upload-url-address': { what: 'Address in the answer of `…/upload-url`', assumed: 'url' },
	'counterparty-patch-fields': {
		what: '`fields` of `PATCH /counterparties/{id}`',
		assumed: 'replace',
		values: { merge: 'Those that are not sent stay', replace: 'All are sent, or they are lost' },
	},
	'records-put': {
		what: 'Rows that a `PUT` of records does not have',
		assumed: 'replace',
		values: { replace: 'They may be removed: they are sent along', keep: 'They stay' },
	},
	'errors-details-field': { what: 'Field in the `details` of a refusal', assumed: 'field' },
	'errors-details-value': { what: 'Value in the `details` of a refusal', assumed: 'value' },
	'errors-details-options': { what: 'Options in these `details`', assumed: 'availableOptions' },
	'delivery-contract-id': { what: 'Path to the contract ID in a delivery', ...PLACE },
	'delivery-event': { what: 'Path to the event name in a delivery', ...PLACE },
	'event-created': named('created'),
	'event-signed': named('signed'),
	'event-sent-for-signature': named('sentForSignature'),
	'event-canceled': named('canceled'),
	'event-status-changed': named('statusChanged'),
	'event-updated': named('updated'),
} as const satisfies Record<string, Entry>;

type Entries = typeof PROFILE;
export type EntryId = keyof Entries;

/** The profile of a service: by entry, which of its values holds. */
export type Profile = {
	[Id in EntryId]: Entries[Id] extends { values: infer V; isName?: never } ? keyof V : string;
};

/** What an answer is where it does not fit the profile. */
export interface Misfit {
	entry: EntryId;
	came: string;
}

/** The entry; undefined where there is none. */
export const entryOf = (id: string) => new Map<string, Entry>(Object.entries(PROFILE)).get(id);

/** What holds where nothing else is known. */
export const ASSUMED = Object.fromEntries(
	Object.entries(PROFILE).map(([id, { assumed }]) => [id, assumed]),
) as Profile;
