/** What values at one place of a service's answers look like: a description of JSON, never the values themselves. */
export interface Shape {
	/** Of `null`, `string`, `number`, `boolean`, `array` and `object`, those that were seen. */
	type: string[];
	/** What texts look like, see `formatOf`. */
	formats?: string[];
	/** Words of the service itself, such as those of a status. */
	words?: string[];
	/** Of an object whose names the service chose, in its order. */
	properties?: Record<string, Shape>;
	/** Those of the properties that some objects did not have. */
	optional?: string[];
	/** Of an array; absent when only empty ones were seen. */
	items?: Shape;
	/** Of an object whose keys are ids or names that people chose. */
	values?: Shape;
}

const UUID = /^((?:[a-z][a-z0-9]*[_-])?)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/;

/**
 * The form of a text: `empty`, `{uuid}` with its prefix, `0000-00-00`, a time with zeros for its digits and its own
 * offset, `decimal.2` (a number with two decimals), `boolean`, `json`, `uri`, `email`, else `text`.
 */
export function formatOf(text: string): string {
	if (text === '') return 'empty';
	const prefix = UUID.exec(text)?.[1];
	if (prefix !== undefined) return `${prefix}{uuid}`;
	const [, time, offset = ''] = TIMESTAMP.exec(text) ?? [];
	if (time !== undefined) return time.replace(/\d/g, '0') + offset;
	if (/^\d{4}-\d\d-\d\d$/.test(text)) return '0000-00-00';
	const number = /^-?\d{1,15}(?:\.(\d{1,15}))?$/.exec(text);
	if (number) return `decimal.${number[1]?.length ?? 0}`;
	if (text === 'true' || text === 'false') return 'boolean';
	if (/^\[.*\]$|^\{.*\}$/s.test(text)) return 'json';
	if (/^https?:\/\//i.test(text)) return 'uri';
	return /^\S+@\S+\.\S+$/.test(text) ? 'email' : 'text';
}

export function isTimeFormat(format: string): boolean {
	return format.startsWith('0000-00-00T');
}

/** The moment, an ISO 8601 text in UTC, in another format; `undefined` when that is none of a time. */
export function timeIn(format: string, utc: string): string | undefined {
	const [, pattern, offset = ''] = /^([0T:.,-]+?)(Z|[+-]\d\d:?\d\d)?$/.exec(format) ?? [];
	if (pattern === undefined) return undefined;
	const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? [];
	const ahead = sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
	const local = new Date(Date.parse(utc) + ahead).toISOString().slice(0, -1);
	const fraction = pattern.slice('0000-00-00T00:00:00.'.length).length;
	const [whole, milliseconds = ''] = local.split('.');
	if (fraction === 0) return whole!.slice(0, pattern.length) + offset;
	return `${whole}${pattern[19]}${milliseconds.padEnd(fraction, '0').slice(0, fraction)}${offset}`;
}
