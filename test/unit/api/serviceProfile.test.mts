import { ASSUMED, PROFILE } from '../../../nodes/ContractManagement/api/profile';
import {
	expectedBy,
	nameFilter,
	profileOf,
} from '../../../nodes/ContractManagement/api/serviceProfile';

test.each([undefined, null, '', '  ', '{}', {}])('%j is what is assumed', (given) => {
	expect(profileOf(given)).toEqual(ASSUMED);
});

test('what is given holds, the rest is assumed', () => {
	const given = { 'file-url': 'href', 'contract-name-filter': 'none', 'signed-files': 'zip' };
	expect(profileOf(given)).toEqual({ ...ASSUMED, ...given });
	expect(profileOf(JSON.stringify(given))).toEqual(profileOf(given));
	expect(profileOf({ 'contract-name-filter': 'title' })).toMatchObject({
		'contract-name-filter': 'title',
	});
});

test.each([
	['event-signed', 'contract:publish'],
	['event-signed', 'Contract Signed'],
	['event-created', 'Vertrag unterzeichnet'],
	['event-updated', '契約'],
	['event-updated', 'x'.repeat(64)],
	['delivery-contract-id', 'changes[0].ref'],
	['delivery-event', 'headers.x-event'],
])('entry %s may be %j', (id, value) => {
	expect(profileOf({ [id]: value })).toMatchObject({ [id]: value });
});

test.each([
	['event-signed', '', 'any name of at most 64 letters, known'],
	['event-signed', ' done', 'any name of at most 64 letters, known'],
	['event-signed', 'a\nb', 'any name of at most 64 letters, known'],
	['event-signed', 'x'.repeat(65), 'any name of at most 64 letters, known'],
	['event-signed', 5, 'any name of at most 64 letters, known'],
	['delivery-event', 'a b', 'a name such as data.contract.id, found'],
	['delivery-event', '[0]', 'a name such as data.contract.id, found'],
	['file-url', 'a b', 'a name such as url'],
])('entry %s cannot be %j: it may be %s', (id, value, allowed) => {
	const problem = profileOf({ [id]: value });
	expect(problem).toMatch(`Entry ${id} of Service Profile cannot be '`);
	expect(problem).toMatch(new RegExp(`'\\. Allowed: ${allowed}$`));
});

test.each([
	['text', 'Service Profile is not a JSON object such as {"file-url": "href"}'],
	[[1], 'Service Profile is not a JSON object such as {"file-url": "href"}'],
	['{"file-url": "href"', 'Service Profile is not a JSON object such as {"file-url": "href"}'],
	[
		{ 'file-urls': 'href' },
		`Service Profile has no entry 'file-urls'. Entries: ${Object.keys(PROFILE).join(', ')}`,
	],
	[
		{ toString: 'x' },
		`Service Profile has no entry 'toString'. Entries: ${Object.keys(PROFILE).join(', ')}`,
	],
	[
		{ 'signed-files': 'pdf' },
		"Entry signed-files of Service Profile cannot be 'pdf'. Allowed: links, file, zip, redirect",
	],
	[
		{ 'file-url': 5 },
		"Entry file-url of Service Profile cannot be '5'. Allowed: a name such as url",
	],
	[
		{ 'clause-name-filter': 'a b' },
		"Entry clause-name-filter of Service Profile cannot be 'a b'. Allowed: a name such as name, none",
	],
])('%j is refused: %s', (given, message) => {
	expect(profileOf(given)).toBe(message);
});

test.each(Object.entries(PROFILE))('the entry %s assumes one of its values', (id, entry) => {
	expect(id).toMatch(/^[a-z-]+$/);
	if ('values' in entry && !('isName' in entry)) {
		expect(Object.keys(entry.values)).toContain(entry.assumed);
	}
});

test.each([
	['file-url', 'Address in a link to a file: `url`'],
	[
		'contract-create-response',
		'Answer of `POST /contracts`: The contract, or an object with its `id`',
	],
	['clause-name-filter', 'Parameter of `GET /clauses` for a name: `name`'],
] as const)('%s says what is expected', (id, words) => {
	expect(expectedBy(id, ASSUMED)).toBe(words);
});

test.each([
	['name', 'Lease', { name: 'Lease' }],
	['title', 'Lease', { title: 'Lease' }],
	['none', 'Lease', {}],
	['name', '', {}],
	['name', 'in:side', {}],
	['name', 'Acme\u00a0 in:side AG', { name: 'Acme' }],
	['name', 'Bu\u0308ro', { name: 'ro' }],
	['name', 'Acme\u200e', { name: 'Acme' }],
])('where the parameter is %s, the name %j is sent as %j', (parameter, name, query) => {
	const profile = { ...ASSUMED, 'clause-name-filter': parameter };
	expect(nameFilter(profile, 'clause-name-filter', name)).toEqual(query);
});
