/** Texts that stand where a spreadsheet, a formula, a form or a program had no value. Without case. */
const PLACEHOLDERS = new Set(
	(
		'- -- --- – — . ? ?? / n/a n\\a n/d n.a. n.a n.v. k.a. n/k na none (none) nil null (null) undefined nan ' +
		'unknown tbd tba tbc empty (empty) (blank) #'
	).split(' '),
);
const PHRASES = ['not applicable', 'not available', 'invalid date', '[object object]'];

/** A spreadsheet's errors in all its languages (`#REF!`, `#¿NOMBRE?`, `#NV`), and a column that is too narrow. */
const SPREADSHEET_ERROR = /^(#[¡¿]?[\p{Lu}\d/_ ]+[!?¡]|#N\/?[ADV]|#{2,})$/u;

/** What programs write for no value, as a part of an ID that was put together; a word with nothing after it. */
const HOLLOW =
	/(?<![\p{L}\p{N}])(undefined|null|NaN|None|#[¡¿]?[\p{Lu}\d/]+[!?]|#N\/A|\[object Object\])(?![\p{L}\p{N}])|^\p{L}+[-_:/#|]+$/u;

/** Whether the text stands for a missing value: `#REF!`, `N/A`, `-`. No company is called so, no option and no number. */
export function isPlaceholder(text: string): boolean {
	const word = text.trim();
	const plain = word.toLowerCase().replace(/\s+/g, ' ');
	return PLACEHOLDERS.has(plain) || PHRASES.includes(plain) || SPREADSHEET_ERROR.test(word);
}

/** Whether the ID of a record of another system stands for none, or was made of a missing value: `deal-undefined`, `deal-`. */
export function isHollowId(text: string): boolean {
	return isPlaceholder(text) || HOLLOW.test(text.trim());
}
