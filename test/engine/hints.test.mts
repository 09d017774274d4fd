import { creationSuite } from '../support/creation.mts';
import type { NodeResult } from '../support/engine.mts';
import { profiled } from '../support/profiled.mts';
import { runOperation } from '../support/runOperation.mts';

/** What n8n shows beside the output after a run. */
const { sandbox, create, mapped } = creationSuite();

const DEAL = { account: 'Globex' };

const hintsOf = ({ run, error }: NodeResult) => {
	expect(error).toBeUndefined();
	return run.data.resultData.runData.SUT!.flatMap(({ hints }) =>
		(hints ?? []).map(({ message }) => message),
	);
};

describe('a list that Limit ends', () => {
	const hints = async (parameters: object, items = [{}], operation = 'contract.getAll') =>
		hintsOf(await runOperation(sandbox().baseUrl, operation, { ...parameters }, items));

	test.each([
		['counterparty.getAll', {}],
		['clause.getAll', {}],
		['contract.getAll', {}],
		['contract.getAll', { filters: { status: ['signed'] } }],
	])('of %s with %j says so, once for all input items', async (operation, parameters) => {
		const told = await hints({ ...parameters, limit: 2 }, [{}, {}, {}], operation);
		expect(told).toEqual([expect.stringMatching(/^Limit ended the list at 2, .*Return All\.$/)]);
	});

	test('of several contract types says so too', async () => {
		const { contractTypes } = await sandbox().control.fixtures();
		const contractTypeIds = contractTypes.map(({ id }: { id: string }) => id);
		const { body } = await sandbox().api('GET', '/contracts?limit=100');
		const all = body.data.length;

		const twice = [{}, {}];
		expect(await hints({ contractTypeIds, limit: all - 1 }, twice)).toHaveLength(1);
		expect(await hints({ contractTypeIds, limit: all }, twice)).toEqual([]);
	});

	test('leaves it to the editor of n8n where that says it', async () => {
		expect(await hints({ limit: 2 })).toEqual([]);
		// The editor compares the output with the parameter as it is written.
		expect(await hints({ limit: '={{ 2 }}' })).toHaveLength(1);
	});

	test('says nothing where it is whole', async () => {
		const { body } = await sandbox().api('GET', '/contracts?limit=100');
		expect(await hints({ limit: body.data.length })).toEqual([]);
		expect(await hints({ limit: 1_000 })).toEqual([]);
		expect(await hints({ returnAll: true })).toEqual([]);
		expect(await hints({ limit: 5, options: { onePage: true } })).toEqual([]);
	});

	test('says which filters filter nothing, as their expressions gave nothing', async () => {
		const nothing = (name: string) =>
			`{{ $json.${name} }} gave nothing; the input has: a. It filters nothing.`;
		const filter = [{ name: 'status', operator: 'eq', value: '={{ $json.status }}' }];
		const filters = { endAtTo: '={{ $json.until }}', name: '', additional: { filter } };
		expect(await hints({ filters, returnAll: true }, [{ a: 1 }])).toEqual([
			`End Date To: ${nothing('until')}`,
			`Additional Filter 'status': ${nothing('status')}`,
		]);
		const parties = { filters: { status: '={{ $json.status }}' }, returnAll: true };
		expect(await hints(parties, [{ a: 1 }], 'counterparty.getAll')).toEqual([
			`Status Is Any Of: ${nothing('status')}`,
		]);
		const clauses = { filters: { name: '={{ $json.title }}' }, returnAll: true };
		expect(await hints(clauses, [{ a: 1 }], 'clause.getAll')).toEqual([
			`Name Contains: ${nothing('title')}`,
		]);
	});
});

test.each([
	['acme', 'exact-case', true],
	['ACME', 'exact-case', false],
	['in:acme', 'exact-case', false],
	['ACME\u00a0 AS', 'exact-case', false],
	['acme', 'any-case', false],
])(
	"a name that is not found in this letter case is told of: '%s' where the service is %s",
	async (name, filter, isTold) => {
		await sandbox().control.createCounterparty({ name: 'ACME AS' });
		const profile = { 'counterparty-name-filter': filter };
		const credential = await profiled(sandbox(), profile);
		const result = await runOperation(
			sandbox().baseUrl,
			'counterparty.getAll',
			{ filters: { name: '={{ $json.name }}' } },
			[{ name }, { name: `${name} ` }],
			{ credential },
		);
		const told = 'Name Contains found nothing: try other letter case.';
		expect(hintsOf(result)).toEqual(isTold ? [told] : []);
	},
);

test('a form that changed since the node was set up is told of, field by field', async () => {
	const fields = mapped({ Reference: 'R-1', 'Payment term': '30 days' });
	const renewal = fields.schema.filter(({ displayName }) => displayName !== 'Auto-renewal');
	const old = { ...renewal[0]!, id: '00000000-0000-4000-8000-000000000404', displayName: 'Colour' };
	const schema = [...renewal, old];

	const [told, ...others] = hintsOf(await create([DEAL, DEAL], { fields: { ...fields, schema } }));

	expect(told).toMatch(
		/form has changed .*'Auto-renewal' is new, 'Colour' is gone\. Open the node/,
	);
	expect(others).toEqual([]);
	expect(hintsOf(await create([DEAL], { fields: { ...fields, schema: [] } }))).toEqual([]);
});
