/**
 * What a profile may say of a service, by the entries of docs/assumptions.md: each with what the sandbox does without one,
 * and what else it can do. Without `values` it is the name of a property.
 */
export interface Entry {
	plain: string;
	values?: readonly string[];
	/** Of a parameter, a path or an event: also any name. */
	isName?: true;
	/** What the node assumes, where that is something else: what loses nothing. */
	assumed?: string;
}

const DOWNLOADS = ['links', 'file', 'zip', 'redirect'];

const NAMED = { plain: 'known', values: ['known'], isName: true } as const;

export const ENTRIES = {
	'creation-form-fields': { plain: 'fields' },
	'creation-form-field-id': { plain: 'id' },
	'creation-form-field-name': { plain: 'name' },
	'creation-form-default': { plain: 'defaultValue' },
	'field-required': { plain: 'required' },
	'field-options': { plain: 'options' },
	'field-option': { plain: 'id-name', values: ['id-name', 'value-label', 'text'] },
	'field-help-text': { plain: 'helpText' },
	'contract-create-document': { plain: 'document', values: ['none'], isName: true },
	'contract-create-fields': { plain: 'object', values: ['object', 'pairs'] },
	'contract-create-response': { plain: 'contract', values: ['id', 'text'], assumed: 'id' },
	'contract-list-items': { plain: 'full', values: ['full', 'partial'] },
	'contract-list-sort': { plain: 'sorted', values: ['sorted', 'unsorted'] },
	'contract-name-filter': { plain: 'name', values: ['none'], isName: true },
	'clause-name-filter': { plain: 'name', values: ['none'], isName: true },
	'counterparty-name-filter': {
		plain: 'any-case',
		values: ['any-case', 'exact-case'],
		assumed: 'exact-case',
	},
	'signed-files': { plain: 'links', values: DOWNLOADS },
	'current-version': { plain: 'links', values: DOWNLOADS },
	'file-url': { plain: 'url' },
	'file-name': { plain: 'name' },
	'file-content-type': { plain: 'contentType' },
	'upload-url-key': { plain: 'key' },
	'upload-url-address': { plain: 'url' },
	'counterparty-patch-fields': { plain: 'merge', values: ['merge', 'replace'], assumed: 'replace' },
	'records-put': { plain: 'keep', values: ['replace', 'keep'], assumed: 'replace' },
	'errors-details-field': { plain: 'field' },
	'errors-details-value': { plain: 'value' },
	'errors-details-options': { plain: 'availableOptions' },
	'delivery-contract-id': { plain: 'found', values: ['found'], isName: true },
	'delivery-event': { plain: 'found', values: ['found'], isName: true },
	'event-created': NAMED,
	'event-signed': NAMED,
	'event-sent-for-signature': NAMED,
	'event-canceled': NAMED,
	'event-status-changed': NAMED,
	'event-updated': NAMED,
} as const satisfies Record<string, Entry>;

export type EntryId = keyof typeof ENTRIES;
export type Entries = Record<string, string>;

/** What the node assumes of the entry. */
export function assumedOf(id: EntryId): string {
	const { plain, assumed = plain }: Entry = ENTRIES[id];
	return assumed;
}
