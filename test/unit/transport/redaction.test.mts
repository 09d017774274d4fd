import {
	quoted,
	secretsInUrl,
	secretsOf,
} from '../../../nodes/ContractManagement/transport/errors/redaction';

const KEY = String.raw`Key+7/=&one%42"<x>\y€😀_z-0`;
const redactor =
	(secrets: string[]) =>
	<T,>(value: T): T =>
		quoted(secrets, value);
const redact = redactor([KEY, 'a webhook secret', 'abc', '', '  padded secret  ']);
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
test.each([
	['as it is', KEY],
	['percent-encoded', encodeURIComponent(KEY)],
	[
		'percent-encoded in lower case',
		encodeURIComponent(KEY).replace(/%../g, (each) => each.toLowerCase()),
	],
	['in JSON', inJson(KEY)],
	['in JSON with its slashes escaped', inJson(KEY).replaceAll('/', '\\/')],
])('a secret is cut out %s', (_how, spelled) => {
	expect(redact(`refused: ${spelled} and ${spelled}, sorry`)).toBe(
		'refused: [redacted] and [redacted], sorry',
	);
});

test('other secrets too, without the blanks around them; one within another is cut once', () => {
	expect(redact('a%20webhook%20secret, padded secret')).toBe('[redacted], [redacted]');
	expect(redactor(['secret', 'a secret one'])('this is a secret one.')).toBe('this is [redacted].');
});

test('what is too short for a secret stays, as it is in every text by chance', () => {
	expect(redact('abc is no key')).toBe('abc is no key');
	expect(redactor(['abcd'])('abcd is one')).toBe('[redacted] is one');
});

test.each([
	[
		'Found. Redirecting to https://u:p@h.test/a?x=1&sig=abc',
		'Found. Redirecting to https://h.test/a?…',
	],
	['Cannot GET /storage/1?sig=1 here', 'Cannot GET /storage/1?… here'],
	['GET\n/x\nX-Amz-A=1&amp;X-Amz-S=abc==\nhost', 'GET\n/x\n…\nhost'],
	['<a href="ftp://me@h.test/x?y">x</a>', '<a href="ftp://h.test/x?…">x</a>'],
	[String.raw`{"url":"https:\/\/u:p@h\/a?x=1\u0026y=2"}`, String.raw`{"url":"https:\/\/h\/a?…"}`],
	['next=https%3A%2F%2Fu%3Ap%40h%2Fx%3Fsig%3Da%26b z', 'next=https%3A%2F%2Fh%2Fx?… z'],
	['GET\n/x\nX-Amz-A=1&X-Amz-S=abc==\nhost', 'GET\n/x\n…\nhost'],
	['sign(a=1&b=2)', 'sign(…'],
	['limit=3 and x=4: why? (what?)', 'limit=3 and x=4: why? (what?)'],
	['me@h.test, https://h.test/a', 'me@h.test, https://h.test/a'],
	['AT&T', 'AT&T'],
])('addresses keep their place, but no query and no user: %s', (text, shown) => {
	expect(redact(text)).toBe(shown);
});

test('what only looks encoded is left alone', () => {
	const text = String.raw`100% \ %zz %ff \u12 &#9999999; &#x41; &#66; &nbsp; & done`;
	expect(redact(text)).toBe(text);
});

test('JSON is cut in its values, keys, lists and numbers; other values stay as they are', () => {
	const digits = redactor(['123456789']);
	const body = { ok: true, no: null, n: 7, '123456789': ['x123456789', 123456789, { a: 1 }] };
	expect(digits<unknown>(body)).toEqual({
		ok: true,
		no: null,
		n: 7,
		'[redacted]': ['x[redacted]', '[redacted]', { a: 1 }],
	});
});

test('what is nested without end is cut off', () => {
	const deep = JSON.parse('{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000));
	expect(JSON.stringify(redact(deep))).toMatch(/^(\{"a":){21}"…"\}{21}$/);
});

test('of a text megabytes are cut off, and half a secret at the end goes with the rest', () => {
	for (let before = 29_950; before <= 30_010; before += 3) {
		const shown = redact(`${' '.repeat(before)}${KEY}${' '.repeat(1_000_000)}`);
		expect(shown.length).toBeLessThan(30_100);
		expect(shown).not.toContain('Key');
		expect(shown.endsWith('…')).toBe(true);
	}
	expect(redactor([])('x'.repeat(40_000))).toBe(`${'x'.repeat(30_000)}…`);
});

test('takes time in proportion to the text', () => {
	const units = [
		'%25',
		'\\',
		'&amp;',
		'a=',
		'&a=',
		':%2f%2f',
		'%3a%2f%2f',
		'://a:',
		'?',
		'#a=',
		'Key+',
		'%',
		'a',
		'\\u005c',
		'%c3',
	];
	for (const unit of units) {
		const timeFor = (length: number) => {
			const { user } = process.cpuUsage();
			redact(`${unit.repeat(Math.ceil(length / unit.length))}!`);
			return process.cpuUsage().user - user;
		};
		timeFor(7_500);
		const long = Math.min(timeFor(30_000), timeFor(30_000), timeFor(30_000));
		expect(long).toBeLessThan(100_000 + 6 * timeFor(7_500));
	}
});

test('the secrets of a credential', () => {
	expect(
		secretsOf({
			apiKey: 'k',
			webhookSecret: 'w',
			baseUrl: ' https://u%20x:p%zz@h.test/v2?a=1&b=two ',
		}),
	).toEqual(['k', 'w', '', 'u x', 'p%zz', '1', 'two']);
	expect(secretsInUrl('nothing')).toEqual([]);
	expect(secretsOf({})).toEqual(['', '', '']);
});
