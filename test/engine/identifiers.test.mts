import { byId } from '../support/byId.mts';
import { interceptRequests, nock } from '../support/nock.mts';
import { runOperation } from '../support/runOperation.mts';
import { uuid } from './cases/case.mts';
import { CASES } from './cases/index.mts';

interceptRequests();
beforeAll(() => nock.disableNetConnect());

const SERVICE = 'https://service.test/v2';
const UUID = uuid('x', 1);

/** What is no id, and must not get into a path. */
const BAD: unknown[] = [
	'',
	' ',
	'.',
	'..',
	'../organization',
	`${UUID}/../../organization`,
	`${UUID}/signed-files`,
	`/${UUID}`,
	`${UUID}?limit=1`,
	`${UUID}#`,
	`%2e%2e%2f${UUID}`,
	`${UUID}%2F..`,
	`\u200b${UUID}`,
	`${UUID}\u0000`,
	UUID.slice(1),
	`${UUID}0`,
	UUID.replaceAll('-', ''),
	`a b_${UUID}`,
	`../contract_${UUID}`,
	'contract_',
	5,
	null,
	{ id: UUID },
];

const BAD_VALUE = '={{ $json.bad }}';

function isLocator(value: unknown): boolean {
	return (value as { mode?: string } | null)?.mode === 'id';
}

/** Each locator of each operation in the table, with parameters that are good but for it. */
const IDS = CASES.flatMap((each) => {
	const { parameters, inputs } = each.run(each.fixture.recorded());
	return Object.entries(parameters)
		.filter(([, value]) => isLocator(value))
		.map(([name]) => ({
			operation: each.operation,
			name,
			parameters,
			input: inputs[0],
			bad: byId(BAD_VALUE),
		}));
});

const unique = [...new Map(IDS.map((each) => [`${each.operation} ${each.name}`, each])).values()];

describe.each(unique)(
	'$operation refuses as $name',
	({ operation, name, parameters, input, bad }) => {
		test.each(BAD)('%j, naming the field and the item, before any request', async (value) => {
			const { error } = await runOperation(
				'https://service.test/v2',
				operation,
				{ ...parameters, [name]: bad },
				[{ ...input, bad: value } as never],
			);

			expect(error?.message).toMatch(
				/^(\w+ ?)+ (is empty(: correct its expression, which gave nothing)?|'[^]*' is not an ID)$/,
			);
			expect(error?.description).toContain('[item 0]');
			expect(error?.context).toMatchObject({ errorId: 'INVALID_INPUT', itemIndex: 0 });
			const gaveNothing = ['', ' ', null, 'contract_'].includes(value as string);
			const told = '{{ $json.bad }} gave nothing; the input has: ';
			expect(error?.description?.includes(told)).toBe(gaveNothing);
		});
	},
);

/** An id as it comes out of a cell, a text area or a word processor. */
const SPACED = [` ${UUID}`, `${UUID} `, `${UUID}\n`, `\t${UUID}\r\n`, `\u00a0${UUID}\ufeff`];

test.each(unique)(
	'$operation takes $name with outer blanks',
	async ({ operation, name, parameters, input, bad }) => {
		const paths: string[] = [];
		for (const method of ['GET', 'PATCH', 'POST', 'PUT']) {
			nock('https://service.test')
				.persist()
				.intercept(/.*/, method)
				.reply((asked) => {
					paths.push(decodeURIComponent(asked));
					return [400, {}];
				});
		}
		for (const spaced of SPACED) {
			const { error } = await runOperation(
				'https://service.test/v2',
				operation,
				{ ...parameters, [name]: bad },
				[{ ...input, bad: spaced } as never],
			);
			expect(error?.message).not.toMatch(/is not an ID|is empty/);
		}
		expect(paths.filter((path) => /\s/.test(path))).toEqual([]);
	},
);

test('a contract is also known by its address in the web application', async () => {
	nock('https://service.test').get(`/v2/contracts/contract_${UUID}`).reply(200, { id: UUID });

	const { items, error } = await runOperation('https://service.test/v2', 'contract.get', {
		contractId: {
			__rl: true,
			mode: 'url',
			value: `=https://app.example.com/acme/project/contract_${UUID}?tab=fields#top `,
		},
	});

	expect(error).toBeUndefined();
	expect(items[0].json.id).toBe(UUID);
});

test.each([
	['id without the mark of n8n', { mode: 'id', value: UUID }],
	['id without mode', { __rl: true, value: UUID }],
	['value alone', { value: ` ${UUID} ` }],
	['text', UUID],
	['whole locator', byId(UUID)],
])('a locator that is an expression as a whole is understood: %s', async (_what, value) => {
	nock('https://service.test').get(`/v2/contracts/${UUID}`).reply(200, { id: UUID });
	const parameters = { contractId: '={{ $json.value }}' };
	const inputs = [{ value } as never];
	const { items, error } = await runOperation(SERVICE, 'contract.get', parameters, inputs);
	expect(error).toBeUndefined();
	expect(items[0].json.id).toBe(UUID);
});

test.each([' ', '\n', '={{ $json.absent }}', '={{ null }}', '={{ " " }}'])(
	'the address %j is empty',
	async (value) => {
		const parameters = { contractId: { __rl: true, mode: 'url', value } };
		const { error } = await runOperation(SERVICE, 'contract.get', parameters);
		expect(error?.message).toMatch(
			/^Contract is empty(: correct its expression, which gave nothing)?$/,
		);
		expect(error?.description).toContain('[item 0]');
	},
);

test.each([
	['contract.getAll', { filters: { folderId: '={{ $json.folderid }}' } }],
	[
		'contract.getAll',
		{
			filters: {
				additional: { filter: [{ name: 'counterpartyId', value: '={{ $json.folderid }}' }] },
			},
		},
	],
	['contract.update', { contractId: UUID, updateFields: { folderId: '={{ $json.folderid }}' } }],
])('an optional ID that gave nothing is told alike: %s %j', async (operation, parameters) => {
	const { error } = await runOperation(SERVICE, operation, parameters, [{ id: 'a', name: 'b' }]);
	expect(error?.description).toContain(
		'{{ $json.folderid }} gave nothing; the input has: id, name.',
	);
});

test.each([
	[
		'={{ $json.contractid }}',
		'{{ $json.contractid }} gave nothing; the input has: id, name, status.',
	],
	['=contract_{{ $json.ID }}', 'contract_{{ $json.ID }} gave nothing; the input has: id,'],
	['={{ $json["contract id"] }}', 'gave nothing; the input has: id, name, status.'],
	['=abc', '^Contract: choose'],
])('an expression that gave nothing is told with what the input has: %s', async (value, told) => {
	const parameters = { contractId: byId(value) };
	const input = { id: 'a', name: 'b', status: 'c' };
	for (const given of [parameters, { contractId: value }]) {
		const { error } = await runOperation(SERVICE, 'contract.get', given, [input]);
		if (told.startsWith('^')) expect(error?.description).toMatch(new RegExp(told));
		else expect(error?.description).toContain(told);
	}
});

test.each([
	['={{ 5 }}', "Contract '5' is not an ID"],
	[
		'https://app.example.com/acme/project/?x',
		"Contract 'https://app.example.com/acme/project/?x' is not an ID",
	],
])('the address %s is no id', async (value, message) => {
	const parameters = { contractId: { __rl: true, mode: 'url', value } };
	const { error } = await runOperation(SERVICE, 'contract.get', parameters);
	expect(error?.message).toBe(message);
});

test.each([
	[
		'https://app.example.com/acme/settings',
		"Contract 'https://app.example.com/acme/settings' is not an ID",
	],
	[
		'https://app.example.com/acme/project/..%2forganization',
		"Contract '..%2forganization' is not an ID",
	],
])('the address %s is refused', async (address, message) => {
	const { error } = await runOperation('https://service.test/v2', 'contract.get', {
		contractId: { __rl: true, mode: 'url', value: `=${address}` },
	});

	expect(error?.message).toBe(message);
	// Whoever pasted an address is told which one to paste.
	const saysWhich = error?.description?.includes('The address of its own page contains it.');
	expect(saysWhich).toBe(message.includes("'https"));
});
