/** A number's exact value in one spelling, `0.50` and `5e-1` alike; undefined when the text is no number. */
export function decimalOf(text: string): string | undefined {
	const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,9}))?$/i.exec(text.trim());
	if (!parts) return undefined;
	const [, sign, whole, fraction = '', exponent = '0'] = parts;
	const digits = whole + fraction;
	if (digits === '') return undefined;
	let end = digits.length;
	while (end > 0 && digits[end - 1] === '0') end--;
	const significant = digits.slice(0, end).replace(/^0+/, '');
	if (significant === '') return '0';
	const scale = Number(exponent) + whole.length - end;
	return `${sign === '-' ? '-' : ''}${significant}e${scale}`;
}
