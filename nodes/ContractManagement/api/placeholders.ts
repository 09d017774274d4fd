/** Words that stand where a spreadsheet, a form or a program had no value, without case and the signs around them. */
const WORDS =
	'n/a n/d n/v n/v/t k/a n/k t/b/d t/b/a na nil none null nan undefined unknown unbekannt tbd tba tbc empty blank not/applicable not/available not/set not/specified not/provided to/be/confirmed to/be/determined to/be/announced no/data invalid/date object/object please/select keine/angabe nicht/zutreffend no/aplica no/disponible sin/datos não/se/aplica não/aplicável não/informado nie/dotyczy brak/danych sans/objet non/applicable non/renseigné non/applicabile ej/tillämpligt ikke/relevant なし 未定 該当なし 0000-00-00 0000-00-00/00:00:00';
const PLACEHOLDERS = new Set(WORDS.split(' '));

/** No value in any text: a spreadsheet's errors in all its languages (`#REF!`, `#¿NOMBRE?`, `#NV`), what it still computes, a column that is too narrow; NULL of a database in a file; what programs write for nothing; an expression that n8n took for text. */
export const NO_VALUE =
	/^(#[¡¿]?[\p{Lu}\d/_][\p{Lu}\d/_ ]*[!?¡]|#N\/?[ABDV]|#I\/T|#{2,}|Loading\.{3}|\\N|NULL|NaN|null|undefined)$|\{\{[^{}]*\$[a-z(]/u;

/** What programs write for no value, as a part of an ID that was put together; a word with nothing after it; a UUID of zeros, or such an ID of Salesforce. */
const HOLLOW =
	/(?<![\p{L}\p{N}])(undefined|null|NULL|NaN|None|Invalid Date(?:Time)?|#[¡¿]?[\p{Lu}\d/]+[!?]|#N\/A|\[object Object\])(?![\p{L}\p{N}])|^(?:\p{L}+[-_:/#|]+)+$|^(?:[Tt]rue|[Ff]alse)$|^[0-]{36}$|^0{15}(?:AAA)?$|\$\{[^{}]+\}/u;

/** Whether the text stands for a missing value, `#REF!`, `N/A`, `--None--`, or is an expression that n8n took for text. */
export function isPlaceholder(text: string): boolean {
	const word = text.trim();
	const plain = word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
	const isWord = plain === '' ? word !== '' : PLACEHOLDERS.has(plain.replace(/[\s./\\]+/g, '/'));
	return isWord || NO_VALUE.test(word) || /\{\{[^{}]+\}\}/.test(word);
}

/** Whether the ID of a record of another system stands for none, or was made of a missing value: `deal-undefined`, `deal-`. */
export function isHollowId(text: string): boolean {
	return isPlaceholder(text) || HOLLOW.test(text.trim());
}
