const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A moment: the time when it is today, else the day. @param {string | number | null} moment */
export function when(moment) {
	if (moment === null) return '–';
	const date = new Date(moment);
	const isToday = date.toDateString() === new Date().toDateString();
	return (isToday ? clock : day).format(date);
}

/** A moment to the second. @param {string | null} moment */
export function exactly(moment) {
	if (moment === null) return '–';
	const date = new Date(moment);
	return `${day.format(date)}, ${clock.format(date)}`;
}

/** A long text by its beginning and its end: of addresses, the end tells which one it is. @param {string} text */
export function shortened(text, length = 40) {
	if (text.length <= length) return text;
	const half = Math.floor((length - 1) / 2);
	return `${text.slice(0, half)}…${text.slice(-half)}`;
}

/**
 * What a smart field holds, as text: a list by its items, rich text (Slate nodes) by its words.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function valueText(value) {
	if (value === null || value === undefined || value === '') return '–';
	if (typeof value === 'boolean') return value ? 'Yes' : 'No';
	if (Array.isArray(value)) return value.map(itemText).join(isSlate(value) ? '\n' : ', ') || '–';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function itemText(item) {
	if (typeof item !== 'object' || item === null) return String(item);
	if ('text' in item) return String(item.text);
	return Array.isArray(item.children) ? item.children.map(itemText).join('') : JSON.stringify(item);
}

function isSlate(value) {
	return value.some((item) => typeof item === 'object' && item !== null && 'children' in item);
}
