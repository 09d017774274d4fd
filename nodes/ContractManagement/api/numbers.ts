/** A number's exact value in one spelling, `0.50` and `5e-1` alike; undefined when the text is no number. */
export function decimalOf(text: string): string | undefined {
	const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,9}))?$/i.exec(text.trim());
	if (!parts) return undefined;
	const [, sign, whole, fraction = '', exponent = '0'] = parts;
	if (whole + fraction === '') return undefined;
	const digits = (whole + fraction).replace(/(?<!0)0+$/, '');
	const significant = digits.replace(/^0+/, '');
	if (significant === '') return '0';
	const scale = Number(exponent) + whole.length - digits.length;
	return `${sign === '-' ? '-' : ''}${significant}e${scale}`;
}

/** `12.500` is twelve and a half in one country, and twelve thousand five hundred in another. */
const TWO_MEANINGS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

/** Whether the value is a number that could be two: text with one to three digits, a point or comma, and three digits. */
export function hasTwoMeanings(value: unknown): boolean {
	return typeof value === 'string' && TWO_MEANINGS.test(value.trim());
}

/** What stands beside the digits of a number: blanks and apostrophes between thousands, a currency, a percent sign, a dash for no cents. */
const BESIDE =
	/\s+|['’]|[A-Z]{3}|[A-Z]{0,2}\p{Sc}|(?:kr|Fr|R[ps])\.?|R(?=[ \d])|zł|Kč|円|[.,][-–]+$|%/gu;
const WHOLE = /^[+-]?(?:\d+|\d{1,3}(?:[.,]\d{2,3}){0,9}[.,]\d{3})$/;

/** How to convert text that is no number, or may be two: each number that it can mean, and the expression that gives it. */
export function numbersIn(text: string, source: string): Array<[number, expression: string]> {
	const plain = text.replace(BESIDE, '');
	const separators = plain.match(/[.,]/g) ?? [];
	const last = separators.at(-1) ?? '';
	const isOnce = separators.filter((each) => each === last).length === 1;
	// What can separate the decimals: nothing, where all signs separate thousands.
	const decimals = [...(!isOnce || hasTwoMeanings(plain) ? [''] : []), ...(isOnce ? [last] : [])];
	const beside = new Set(text.match(BESIDE)?.map((part) => part.trim()));
	const only = (result: string) => `typeof ${source} === 'string' ? ${result} : ${source}`;
	return decimals.flatMap((decimal) => {
		const [whole] = decimal ? plain.split(decimal) : [plain];
		const removed = [...beside, ...new Set(separators.filter((each) => each !== decimal))];
		const chain = removed.map(without).join('') + (decimal === ',' ? ".replace(',', '.')" : '');
		const text = plain.replace(/[.,]/g, (each) => (each === decimal ? '.' : ''));
		const read = WHOLE.test(whole) ? Number(text) : NaN;
		if (Number.isNaN(read)) return [];
		// As text it would still have two meanings.
		const isNumber = hasTwoMeanings(text);
		const result = isNumber ? `Number(${source}${chain}) || ${source}` : source + chain;
		const hundredth = `Number(${source}${chain}) / 100 || ${source}`;
		return [
			...(chain !== '' || isNumber ? [[read, only(result)] as [number, string]] : []),
			...(beside.has('%') ? [[read / 100, only(hundredth)] as [number, string]] : []),
		];
	});
}

function without(part: string): string {
	return part === '' ? ".replace(/\\s/g, '')" : `.replaceAll(${JSON.stringify(part)}, '')`;
}
