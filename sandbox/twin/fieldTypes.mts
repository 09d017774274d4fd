import { createHash } from 'node:crypto';
import { isUuid } from '../schemas/formats.mts';
import type { FormFieldType } from '../schemas/creationForm.mts';

/** The service's words for types of fields, in lower case without separators; the first of ours that matches. */
const WORDS: ReadonlyArray<readonly [FormFieldType, RegExp]> = [
	['number', /^(number|integer|float|decimal|currency|amount|money|percentage)$/],
	['date', /^(date|day|datetime|timestamp)$/],
	['boolean', /^(boolean|bool|checkbox|toggle|yesno)$/],
	['multiSelect', /^(multi.*|multiple.*|checkboxes)$/],
	['select', /^(select|singleselect|option|enum|dropdown|picklist|radio|list)$/],
	['richText', /^(richtext|slate|formattedtext)$/],
	['relation', /^(relation|reference|lookup)$/],
];

/** Our type for the service's word, `text` for one that is not known. */
export function formType(word: string): FormFieldType {
	const plain = word.toLowerCase().replaceAll(/[^a-z]/g, '');
	return WORDS.find(([, words]) => words.test(plain))?.[0] ?? 'text';
}

export function isKnownType(word: string): boolean {
	return (
		formType(word) !== 'text' ||
		/^(string|(short|long)?[ _-]?text|textarea|email|url|phone)$/i.test(word)
	);
}

/** Our type for the service's word, of a field of a table. */
export function tableType(word: string): string {
	const type = formType(word);
	return ['number', 'date', 'boolean', 'relation'].includes(type) ? type : 'string';
}

/** The id itself where it is a UUID; else one that is always the same for it. */
export function uuidFor(id: string): string {
	if (isUuid(id)) return id.toLowerCase();
	const hash = createHash('sha256').update(id).digest('hex');
	return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
