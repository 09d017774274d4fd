import { DateTime } from 'luxon';
import type { FieldKind } from './creationForm';
import { doubtIn, JANUARY_1970_MS, type Doubt } from './dates';
import { numbersIn } from './numbers';
import { isPlaceholder } from './placeholders';

const DATE =
	'A date is written 2026-03-31, or 2026-03-31T14:30:00 with an offset such as +02:00 or Z.';

/** What the fields take, for people who gave something else. */
const EXPECTED: Record<FieldKind, string> = {
	text: 'Enter text.',
	number:
		'Enter a number with a decimal point and without thousands separators, of at most 15 digits.',
	boolean: 'Enter true or false, yes or no, y or n, on or off, 1 or 0.',
	date: DATE,
	dateTime: DATE,
	select: 'Enter one option.',
	multiSelect: 'Enter options as a list or separated by semicolons.',
	richText:
		"Enter Markdown or Slate nodes. n8n's Markdown node converts HTML; in Create, Rich Text Is: Plain Text keeps it. Line breaks: .replace(/\\x3cbr\\s*\\/?>/gi, '\\n').",
	relation: 'Custom Object Record > Get Many shows the IDs of records.',
	other: 'Enter a value. Check what the expression is made of.',
};

/**
 * What the field takes, and how to convert what it was given: an expression in terms of `source`, where the value comes
 * from, as `$json.amount`, and never of the value. It converts each item for itself, leaves nothing as nothing and what it
 * does not fit as it is, which is refused afterwards. What fits no conversion gets none.
 */
export function adviceFor(
	type: FieldKind,
	value: unknown,
	source = type === 'date' ? '$json.date' : '$json.value',
	doubt = /^date/.test(type) ? doubtIn(value) : undefined,
): string {
	if (doubt) return DOUBTS[doubt](source);
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	const conversion = CONVERSIONS[type]?.(text, source) ?? leftEmpty(value, source) ?? '';
	if (value !== false || !/text/i.test(type)) return EXPECTED[type] + conversion;
	return `${EXPECTED[type]}${conversion} Or for 'false' give ${inBraces(`String(${source})`)}.`;
}

const CONVERSIONS: Partial<Record<FieldKind, typeof answer>> = {
	boolean: answer,
	date: dayConversion,
	dateTime: dayConversion,
	number,
};

const DOUBTS: Record<Doubt, (source: string) => string> = {
	epoch: (source) =>
		`It is what comes of no value, as in new Date(null). To give none, use ${inBraces(`Number(new Date(${source})) === 0 ? '' : ${source}`)}.`,
	seconds: (source) =>
		`These are seconds that were read as milliseconds.${convert(`new Date(${source}) < ${JANUARY_1970_MS} ? new Date(new Date(${source}) * 1000) : ${source}`)}`,
	year: () =>
		'Its year cannot be meant: give it with four digits. 1899 and 1900 often stand for no date.',
};

/** Formats of other systems. Where a day could be read in several, the day comes first, and the next one is named, too. */
const DAYS =
	"d.M.yyyy|d/M/yyyy|M/d/yyyy|d-M-yyyy|M-d-yyyy|yyyy-M-d|yyyy/M/d|yyyy.M.d|yyyyMMdd|d MMM yyyy|d MMMM yyyy|d. MMM yyyy|d. MMMM yyyy|MMM d yyyy|MMM d, yyyy|MMMM d, yyyy|EEEE, MMMM d, yyyy|d-MMM-yyyy|d.M.yy|d/M/yy|M/d/yy|d-M-yy|M-d-yy|d-MMM-yy|d MMM yy|d 'de' MMMM 'de' yyyy|yyyy年M月d日|d. M. yyyy|yyyy. M. d.|yy/M/d|yy-M-d";
const TIMES =
	'| H:mm| H:mm:ss| h:mm a| h:mma| h:mm:ss a|, H:mm|, H:mm:ss|, h:mm a|, h:mm:ss a'.split('|');
const FORMATS = [
	...DAYS.split('|').flatMap((form) => TIMES.map((time) => form + time)),
	'yyyyMMddHHmm',
	'yyyyMMddHHmmss',
];
const LOCALES = ['en', 'de', 'fr', 'nl', 'it', 'es', 'pt', 'pl', 'sv', 'nb', 'da'];
/** What stands between letters and digits. To try a format takes long, and there may be thousands of rows. */
const signsIn = (text: string) => text.replace(/[\p{L}\d']/gu, '');

/** How to convert a day in a format of other systems, for `adviceFor`; undefined where the text is none. */
function dayConversion(text: string, source: string): string | undefined {
	// Days as spreadsheets count them, from 1927 to 2173, with the time as a fraction; and seconds since 1970.
	const sheet = `new Date(Math.round((${source} - 25569) * 86400) * 1000).toISOString()`;
	const counted = /^[1-9]\d{4}(\.\d+)?$/.exec(text);
	// Years and milliseconds beside them stay as they are.
	const day = `${sheet}.slice(0, ${counted?.[1] ? 19 : 10})`;
	if (counted) return convert(`${source} >= 1e4 && ${source} < 1e5 ? ${day} : ${source}`);
	if (/^[1-9]\d{9}$/.test(text)) return convert(`${source} > 0 ? ${source} * 1000 : ${source}`);
	const alike = FORMATS.filter((each) => signsIn(each) === signsIn(text));
	const isNamed = (format: string) => /MMM|a/.test(format);
	const readings = alike.flatMap((format) =>
		(isNamed(format) ? LOCALES : ['en']).map((locale) => ({
			...{ format, locale, read: DateTime.fromFormat(text, format, { locale }) },
		})),
	);
	const [first, ...others] = readings.filter(({ read }) => read.isValid);
	if (!first) return undefined;
	const format = first.format.replaceAll("'", "\\'");
	const other = others.find(({ read }) => +read !== +first.read)?.format;
	const locale = isNamed(format) ? `, { locale: '${first.locale}' }` : '';
	const written = /H|h/.test(format) ? 'toISO' : 'toISODate';
	const parsed = `DateTime.fromFormat(String(${source}).trim(), '${format}'${locale})`;
	return convert(`${parsed}.${written}() || ${source}`, other && ` (or '${other}')`);
}

function number(text: string, source: string): string | undefined {
	const ways = numbersIn(text, source);
	if (ways.length < 2) return ways[0] && convert(ways[0][1]);
	const each = ways.map(([read, expression]) => `for ${read} give ${inBraces(expression)}`);
	return ` It has two meanings: ${each.join(', ')}.`;
}

/** Yes and no in the languages of spreadsheets and forms. */
const ANSWERS =
	'ja/nein wahr/falsch ja/nee waar/onwaar ja/nej ja/nei sand/falsk oui/non vrai/faux sí/no si/no verdadero/falso sim/não sim/nao verdadeiro/falso sì/no vero/falso tak/nie prawda/fałsz ano/ne kyllä/ei igen/nem da/nu да/нет evet/hayır evet/hayir tosi/epätosi igaz/hamis pravda/nepravda doğru/yanlış истина/ложь ναι/όχι áno/nie はい/いいえ 是/否 有/無 sant/falskt sann/usann sandt/falsk t/f ✓/✗ ✔/✘ ☑/☐ ○/×';

function answer(text: string, source: string): string | undefined {
	const pairs = ANSWERS.split(' ').map((pair) => pair.split('/'));
	const meant = pairs.filter((pair) => pair.includes(text.toLowerCase()));
	const words = meant.flatMap(([yes, no]) => [[yes, true] as const, [no, false] as const]);
	if (words.length === 0) return undefined;
	const table = JSON.stringify(Object.fromEntries(words));
	return convert(`(${table})[String(${source}).trim().toLowerCase()] ?? ${source}`);
}

/** How to leave a field empty for what stands for no value; undefined for anything else. */
export function leftEmpty(value: unknown, source = '$json.value'): string | undefined {
	const isWord = typeof value === 'string' && isPlaceholder(value);
	if (isWord && value.includes('{{'))
		return ' n8n took this expression for text: choose Expression, or give its value.';
	if (!isWord && value !== false) return undefined;
	const words = new Set(['n/a', '-', 'none', 'null', String(value).trim().toLowerCase()]);
	const isAny = `${JSON.stringify([...words])}.includes(String(${source}).trim().toLowerCase())`;
	const isNone = isWord ? isAny : `${source} === false`;
	return ` To leave the field empty, give ${inBraces(`${isNone} ? '' : ${source}`)}.`;
}

function convert(expression: string, other = ''): string {
	return ` Convert this one with ${inBraces(expression)}${other}.`;
}

function inBraces(expression: string): string {
	return `{{ ${expression} }}`;
}
