import nock from 'nock';
import { runOperation } from '../support/runOperation.mts';
import { uuid } from './cases/case.mts';
import { CASES } from './cases/index.mts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());
afterAll(() => nock.restore());

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
	` ${UUID}`,
	`${UUID}\n`,
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

interface Locator {
	mode: string;
	value: string;
}

/** Each locator of each operation in the table, with parameters that are good but for it. */
const LOCATORS = CASES.flatMap((each) => {
	const { parameters, inputs } = each.run(each.fixture.recorded());
	return Object.entries(parameters)
		.filter(([, value]) => (value as Locator | null)?.mode === 'id')
		.map(([name]) => ({ operation: each.operation, name, parameters, input: inputs[0] }));
});

const unique = [
	...new Map(LOCATORS.map((each) => [`${each.operation} ${each.name}`, each])).values(),
];

describe.each(unique)('$operation refuses as $name', ({ operation, name, parameters, input }) => {
	test.each(BAD)('%j, naming the field and the item, before any request', async (bad) => {
		const { error } = await runOperation(
			'https://service.test/v2',
			operation,
			{ ...parameters, [name]: { __rl: true, mode: 'id', value: '={{ $json.bad }}' } },
			[{ ...input, bad } as never],
		);

		expect(error?.message).toMatch(/^(\w+ ?)+ (is empty|'[^]*' is not an id)$/);
		expect(error?.description).toContain('[item 0]');
		expect(error?.context).toMatchObject({ errorId: 'INVALID_INPUT', itemIndex: 0 });
	});
});

test('a contract is also known by its address in the web application', async () => {
	nock('https://service.test').get(`/v2/contracts/contract_${UUID}`).reply(200, { id: UUID });

	const { items, error } = await runOperation('https://service.test/v2', 'contract.get', {
		contractId: {
			__rl: true,
			mode: 'url',
			value: `=https://app.example.com/acme/project/contract_${UUID}?tab=fields#top`,
		},
	});

	expect(error).toBeUndefined();
	expect(items[0].json.id).toBe(UUID);
});

test.each([
	[
		'https://app.example.com/acme/settings',
		"Contract 'https://app.example.com/acme/settings' is not an id",
	],
	[
		'https://app.example.com/acme/project/..%2forganization',
		"Contract '..%2forganization' is not an id",
	],
])('the address %s is refused', async (address, message) => {
	const { error } = await runOperation('https://service.test/v2', 'contract.get', {
		contractId: { __rl: true, mode: 'url', value: `=${address}` },
	});

	expect(error?.message).toBe(message);
});
