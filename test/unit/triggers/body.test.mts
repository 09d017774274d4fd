import fc from 'fast-check';
import {
	bodiesOf,
	MAX_VALUES,
	valuesIn,
} from '../../../nodes/ContractManagement/api/deliveries/body';

/** What is read of a body that came with this type, and that n8n made this of. */
function bodies(raw: Buffer | string, type: string | undefined, parsed: unknown) {
	const headers = { 'content-type': type };
	const rawBody = Buffer.from(raw as string);
	return [...bodiesOf({ headers, query: {}, rawBody, parsed })].map((body) => body?.value);
}

const many = (count: number) => `[${'1,'.repeat(count - 1)}1]`;

test('what JSON holds is counted without parsing it', () => {
	const count = (json: string) => valuesIn(Buffer.from(json), 1_000);
	expect(count('{"a":[1,{"b":2}],"c":3}')).toBe(6);
	expect(count('"[[[,,,"')).toBe(1);
	expect(count('["\\"[[,", "\\\\", [[]]]')).toBe(6);
	expect(count('["never closed, [[')).toBe(2);
});

test('no JSON holds more than is counted', () => {
	fc.assert(
		fc.property(fc.json(), (json) => {
			const counted = countOf(JSON.parse(json));
			expect(valuesIn(Buffer.from(json), Infinity)).toBeGreaterThanOrEqual(counted);
		}),
	);
});

function countOf(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 1;
	return Object.values(value)
		.map(countOf)
		.reduce((sum, count) => sum + count, 1);
}

test('counting ends at the limit', () => {
	const json = Buffer.from(many(1_000_000));
	expect(valuesIn(json, 1_000)).toBeLessThan(1_003);
});

test.each([
	'application/json',
	'application/json; charset=utf-8',
	'Application/JSON;charset="UTF8"',
])('%s is read as n8n parsed it, and never parsed again', (type) => {
	const parsed = { event: 'ping' };
	expect(bodies('{"other":1}', type, parsed)).toEqual([parsed]);
});

test.each([
	'application/json; charset=utf-16le',
	'application/json; charset=utf-8; charset=ascii',
	'application/json;CHARSET=%75tf-16le',
	'application/xml',
	'text/plain',
	undefined,
])('of %s only the bytes are read, as UTF-8', (type) => {
	expect(bodies('\uFEFF{"a":1}', type, { b: 2 })).toEqual([{ a: 1 }]);
	expect(bodies('<a/>', type, { a: '' })).toEqual([]);
});

test('a form is read by its payload, by its fields, and as JSON that calls itself a form', () => {
	const fields = { payload: '{"a":1}', b: '2' };
	const type = 'application/x-www-form-urlencoded';
	expect(bodies('{"c":3}', type, fields)).toEqual([
		{ a: 1 },
		{ payload: { a: 1 }, b: '2' },
		{ c: 3 },
	]);
	expect(bodies('x', type, { payload: ['{}', '{}'] })).toEqual([{ payload: ['{}', '{}'] }]);
});

test.each([
	['application/json', 'JSON'],
	['application/vnd.service+json', 'vendor JSON'],
	['text/plain', 'text'],
])('%s of too many values is too large', (type) => {
	expect(bodies(many(MAX_VALUES + 1), type, [])).toEqual([undefined]);
	expect(bodies(many(MAX_VALUES - 1), type, [])).toHaveLength(1);
	expect(bodies(many(MAX_VALUES - 1), type, [])).not.toEqual([undefined]);
});

test('what n8n has not parsed is read up to 4 MiB', () => {
	const text = `["${'x'.repeat(4 * 1024 * 1024)}"]`;
	expect(bodies(text, 'application/vnd.service+json', {})).toEqual([undefined]);
	expect(bodies(text, 'application/json', [''])).toEqual([['']]);
	const type = 'application/x-www-form-urlencoded';
	expect(bodies('', type, { payload: text })).toEqual([undefined, { payload: text }]);
});

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

test.each([JSON_TYPE, FORM_TYPE])('JSON that %s holds as text in data is read there', (type) => {
	const read = (parsed: unknown) => bodies('', type, parsed);
	expect(read({ id: '{}', data: ' {"a":[1]}' })).toEqual([{ id: '{}', data: { a: [1] } }]);
	expect(read({ data: '{"a":1}' })).toEqual([{ a: 1 }]);
	for (const data of ['12345678901234567890', 'null', '"a"', '{"a"', '[link](url)', 7]) {
		expect(read({ data })).toEqual([{ data }]);
	}
});

test.each([JSON_TYPE, 'text/plain; charset=UTF-8', 'application/vnd.service+json'])(
	'JSON that a queue hands on as text in Message is read there: %s',
	(type) => {
		const sent = { Type: 'Notification', Message: '{"event":"x"}' };
		const read = { ...sent, Message: { event: 'x' } };
		expect(bodies(JSON.stringify(sent), type, sent)).toEqual([read]);
	},
);

test('JSON that is text in payload is read there, and as the body: in a form as that first', () => {
	const parsed = { token: 'x', payload: '{"events":[1]}' };
	const inner = { events: [1] };
	const whole = { token: 'x', payload: inner };
	expect(bodies('', JSON_TYPE, parsed)).toEqual([whole, inner]);
	expect(bodies('', FORM_TYPE, parsed)).toEqual([inner, whole]);
});

test('what a body holds as text counts with it', () => {
	const half = many(MAX_VALUES / 2);
	const parsed = { name: 'x', payload: half, data: half };
	const [whole] = bodies('', JSON_TYPE, parsed);
	expect(whole).toEqual({ name: 'x', payload: JSON.parse(half), data: half });
	const [body] = bodiesOf({
		headers: { 'content-type': JSON_TYPE },
		query: {},
		rawBody: Buffer.from('{"id":1,"data":"[[[1]]]"}'),
		parsed: { id: 1, data: '[[[1]]]' },
	});
	expect(body).toEqual({ value: { id: 1, data: [[[1]]] }, values: 7 });
});

test.each<[string, string, unknown, unknown]>([
	['JSON in json', 'application/x-www-form-urlencoded', { json: '{"a":1}' }, { a: 1 }],
	[
		'multipart fields',
		'multipart/form-data; boundary=x',
		{ data: { a: '1' }, files: {} },
		{ a: '1' },
	],
	['multipart JSON', 'multipart/form-data; boundary=x', { data: { json: '{"a":1}' } }, { a: 1 }],
	[
		'brackets',
		'application/x-www-form-urlencoded',
		{ 'data[c][d]': '1', 'data[e]': '2' },
		{ data: { c: { d: '1' }, e: '2' } },
	],
	[
		'the prototype',
		'application/x-www-form-urlencoded',
		{ '__proto__[x]': '1', 'a[__proto__]': '1' },
		{},
	],
])('forms: %s', (_what, type, parsed, expected) => {
	const [body] = bodies('', type, parsed);
	expect(body).toMatchObject(expected as object);
	expect(({} as { x?: string }).x).toBeUndefined();
});
