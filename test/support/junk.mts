import fc, { type Arbitrary } from 'fast-check';

/** Raw JSON text, where a value cannot say it: numbers beyond every range, lone surrogates, repeated keys. */
export class RawJson {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
}

const SQL = [
	"' OR '1'='1",
	"'; DROP TABLE contracts; --",
	'" UNION SELECT key FROM api_keys --',
	'1); DELETE FROM contracts; --',
	'%',
	'_',
	'\\',
	'contracts.*',
];

const PATHS = [
	'../../etc/passwd',
	'..%2f..%2fsecret',
	'%2e%2e/%2e%2e/',
	'file:///etc/passwd',
	'C:\\Windows\\system32',
	'%00',
	'%',
	'%zz',
	'.',
	'..',
	'__proto__',
	'constructor',
	'toString',
];

const UNICODE = [
	'\u0000',
	'\u202e right to left',
	'👩‍👩‍👧‍👦',
	'e\u0301',
	'İI',
	'ﷺ',
	'\ufeff',
	'\ud800',
	'a\udfff',
	'𝒳'.repeat(50),
];

const NUMBERS = [
	0,
	-0,
	-1,
	0.1,
	1e21,
	-1e308,
	Number.MAX_SAFE_INTEGER,
	Number.MAX_SAFE_INTEGER + 1,
	5e-324,
	2 ** 63,
];

const RAW = [
	'1e999',
	'-1e999',
	'123456789012345678901234567890',
	'0.00000000000000000000000000000001',
	'"\\ud800"',
	'{"a":1,"a":2}',
	'{"__proto__":{"isAdmin":true}}',
	'{"constructor":{"prototype":{"x":1}}}',
];

/** Texts that have broken servers before. */
export function nastyText(): Arbitrary<string> {
	return fc.oneof(
		fc.constantFrom(...SQL, ...PATHS, ...UNICODE),
		fc.string({ unit: 'binary' }),
		fc.string({ unit: 'grapheme-composite' }),
		fc.constant(''),
		{ weight: 1, arbitrary: fc.constantFrom('x'.repeat(600), 'é'.repeat(5_000)) },
	);
}

/** Any JSON value, also ones that no program would send. */
export function junk(): Arbitrary<unknown> {
	return fc.oneof(
		nastyText(),
		fc.constantFrom<unknown>(...NUMBERS, null, true, false),
		fc.constantFrom('[]', '{}').map((text): unknown => JSON.parse(text)),
		fc.constantFrom(...RAW).map((text) => new RawJson(text)),
		fc.integer({ min: 1, max: 400 }).map(deep),
		fc.dictionary(nastyText(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
		fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 30 }),
		fc.constantFrom('2026-02-30', '2026-13-01T00:00:00Z', '0000-00-00', '9999-12-31T23:59:59Z'),
	);
}

/** JSON text of a value in which `RawJson` stands for itself. */
export function toJson(value: unknown): string {
	if (value instanceof RawJson) return value.text;
	if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
	if (typeof value === 'object' && value !== null) {
		const members = Object.entries(value).filter(([, member]) => member !== undefined);
		return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`).join(',')}}`;
	}
	return JSON.stringify(value) ?? 'null';
}

function deep(levels: number): RawJson {
	const opening = levels % 2 ? '[' : '{"a":';
	const closing = levels % 2 ? ']' : '}';
	// Every seventh is far deeper than a recursive reader survives.
	const depth = levels % 7 === 0 ? levels * 250 : levels;
	return new RawJson(`${opening.repeat(depth)}1${closing.repeat(depth)}`);
}
