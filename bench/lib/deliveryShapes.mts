/** A body that a hostile sender may deliver. */
export interface Shape {
	name: string;
	body: string;
	/** Default: JSON, which n8n parses itself. */
	type?: string;
	/** Options of the trigger. */
	options?: Record<string, unknown>;
	headers?: Record<string, string>;
	/** How it has to be answered. */
	status: 200 | 400;
}

const MIB = 1024 * 1024;
/** What n8n takes at most. */
const LARGEST = 16 * MIB;
const FORM = 'application/x-www-form-urlencoded';

/** A contract, each time another one. */
export const contractId = (index: number) =>
	`3f2a8c1e-5b7d-4e9f-a1b2-${index.toString(16).padStart(12, '0')}`;
const event = `"event":"contract.signed","contractId":"${contractId(0)}"`;

/** As many of these as fit. */
function filled(one: (index: number) => string, bytes = LARGEST - 1_000): string {
	const parts: string[] = [];
	for (let size = 0, index = 0; ; index++) {
		const part = one(index);
		size += part.length + 1;
		if (size > bytes) return parts.join(',');
		parts.push(part);
	}
}

const times = (count: number, one: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => one(index)).join(',');

const nested = (levels: number, open: string, close: string) =>
	open.repeat(levels) + '1' + close.repeat(levels);

/** Everything that an attack has been made of, as large as it gets. */
export const SHAPES: Shape[] = [
	{
		name: 'one event',
		body: `{"id":"d1",${event}}`,
		status: 200,
	},
	{
		name: '1,000 events of 1,000 contracts, 10 values each',
		body: `{"events":[${times(1_000, (i) => `{"id":"e${i}","event":"contract.signed","data":{"contractId":"${contractId(i)}","status":"signed","a":1,"b":2,"c":3,"d":4}}`)}]}`,
		status: 200,
	},
	{
		name: '1,000 events of 16 KB each',
		body: `{"events":[${times(1_000, (i) => `{"id":"e${i}","event":"contract.signed","contractId":"${contractId(i)}","text":"${'x'.repeat(16_500)}"}`)}]}`,
		status: 200,
	},
	{
		name: '1,000 events beside an event name of 15,000 characters',
		body: `{"event":"${'-'.repeat(15_000)}","events":[${times(1_000, () => `{"contractId":"${contractId(0)}"}`)}]}`,
		status: 200,
	},
	{
		name: '1,000 events beside 2,000 properties',
		body: `{${times(2_000, (i) => `"k${i}":{"event":"-${i}"}`)},"events":[${times(1_000, () => `{${event}}`)}]}`,
		status: 200,
	},
	{
		name: '1,000 events beside 90,000 properties',
		body: `{${times(90_000, (i) => `"k${i}":1`)},"events":[${times(1_000, () => `{${event}}`)}]}`,
		status: 200,
	},
	{
		name: '1,000 events with 20 names of 190 characters each',
		body: `{"events":[${times(1_000, (i) => `{"contractId":"${contractId(i)}",${times(20, (j) => `"${'-'.repeat(j)}event":"${'-.'.repeat(95)}"`)}}`)}]}`,
		status: 200,
	},
	{
		name: '1,000 events with 90 names that are numbers each, beside as much text',
		body: `{"a":"${'x'.repeat(13 * MIB)}","events":[${times(1_000, (i) => `{"contractId":"${contractId(i)}",${times(90, (j) => `"${((i * 90 + j) * 2_654_435_761) % 4_294_967_290}":1`)}}`)}]}`,
		status: 200,
	},
	{
		name: 'an event beside 49,000 objects with a name of an event each',
		body: `{${event},"data":{${times(49_000, (i) => `"${i.toString(36)}${'k'.repeat(30)}":{"${'_'.repeat(30)}event":"${'-.'.repeat(95)}"}`)}}}`,
		status: 200,
	},
	{
		name: 'an event beside 95,000 names that are numbers',
		body: `{${event},${times(95_000, (i) => `"${(i * 2_654_435_761) % 4_294_967_290}":1`)}}`,
		status: 200,
	},
	{
		name: 'an event beside 90,000 spellings of its time',
		body: `{${event},${times(90_000, (i) => `"timestamp${i.toString(3).replaceAll('0', '-').replaceAll('1', '_').replaceAll('2', '.')}":"2026-13-31T14:30:00.123456789+99:99"`)}}`,
		status: 200,
	},
	{
		name: '1,000 events beside an id of 15 MiB',
		body: `{"contractId":"${'a'.repeat(15 * MIB)}","events":[${times(1_000, () => `{${event}}`)}]}`,
		status: 200,
	},
	{
		name: 'an event beside names of 160 characters',
		body: `{${event},${filled((i) => `"${i}${'k'.repeat(160)}":1`)}}`,
		status: 200,
	},
	{
		name: 'an event beside a text',
		body: `{${event},"file":"${'QUJD'.repeat(4 * MIB - 250)}"}`,
		status: 200,
	},
	{
		name: 'an event beside a text of escapes',
		body: `{${event},"file":"${'\\"'.repeat(8 * MIB - 500)}"}`,
		status: 200,
	},
	{
		name: 'an event named with 1 MB',
		body: `{"event":"${'x'.repeat(MIB)}","contractId":"${contractId(0)}"}`,
		status: 200,
	},
	{
		name: 'an event beside 5,000 levels',
		body: `{${event},"deep":${nested(5_000, '[', ']')}}`,
		status: 200,
	},
	{
		name: 'an event beside 5,000 levels, with Include Payload',
		body: `{${event},"deep":${nested(5_000, '{"a":', '}')}}`,
		options: { includePayload: true },
		status: 400,
	},
	{
		name: 'an event beside short names',
		body: `{${event},${filled((i) => `"${i.toString(36)}k":1`)}}`,
		status: 400,
	},
	{
		name: 'an event beside names that are numbers',
		body: `{${event},${filled((i) => `"${(i * 2_654_435_761) % 4_294_967_290}":1`)}}`,
		status: 400,
	},
	{
		name: 'an event beside one name again and again',
		body: `{${event},${filled(() => '"a":1')}}`,
		status: 400,
	},
	{ name: 'objects', body: `[${filled(() => '{}')}]`, status: 400 },
	{ name: 'events', body: `[${filled((i) => `{"contractId":"${contractId(i)}"}`)}]`, status: 400 },
	{ name: 'numbers', body: `{${event},"data":[${filled(() => '1')}]}`, status: 400 },
	{ name: 'lists in lists', body: nested(8 * MIB - 500, '[', ']'), status: 400 },
	{ name: '99,000 empty lists', body: `[${times(49_500, () => '[]')}]`, status: 400 },
	{ name: 'objects in objects', body: nested(2.6 * MIB, '{"a":', '}'), status: 400 },
	{ name: 'a text alone', body: `"${'x'.repeat(LARGEST - 2)}"`, status: 400 },
	{
		name: 'a path into a list',
		body: `{${event},"a":[${times(90_000, () => '[]')}]}`,
		options: { contractIdPath: 'a[89999].b[0].c' },
		status: 400,
	},
	{
		name: 'vendor JSON: 90,000 values',
		body: `{${event},${times(90_000, (i) => `"k${i}":1`)}}`,
		type: 'application/vnd.a+json',
		status: 200,
	},
	{
		name: 'vendor JSON: 4 MiB of escapes',
		body: `{${event},"a":"${'\\u0041'.repeat(690_000)}"}`,
		type: 'application/vnd.a+json',
		status: 200,
	},
	{
		name: 'vendor JSON: short names',
		body: `{${event},${filled((i) => `"${i}":1`)}}`,
		type: 'application/vnd.a+json',
		status: 400,
	},
	{ name: 'text', body: 'x,'.repeat(LARGEST / 2), type: 'text/plain', status: 400 },
	{
		name: 'a form of 1,000 fields',
		body: `event=contract.signed&contract_id=${contractId(0)}&${times(1_000, (i) => `f${i}=${'x'.repeat(16_000)}`).replaceAll(',', '&')}`,
		type: FORM,
		status: 200,
	},
	{
		name: 'a form with 4 MiB of JSON',
		body: `payload=${encodeURIComponent(`{${event},${times(90_000, (i) => `"k${i}":"${'x'.repeat(30)}"`)}}`)}`,
		type: FORM,
		status: 200,
	},
	{
		name: 'XML',
		body: `<a>${'<b/>'.repeat(4 * MIB - 100)}</a>`,
		type: 'application/xml',
		status: 400,
	},
	{
		name: 'one event, headers of 16 KB',
		body: `{${event}}`,
		headers: { 'x-event': '-'.repeat(8_000), 'webhook-id': '1'.repeat(8_000) },
		status: 200,
	},
];
