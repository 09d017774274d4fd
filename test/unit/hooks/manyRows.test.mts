import { customOperation } from '../../../nodes/ContractManagement/node/routing';
import { sendOne } from '../../../nodes/ContractManagement/node/runnable';
import { writing } from '../node/support/operations.mts';
import { executeContext } from '../transport/support/nodeContexts.mts';

const DECLARED = {
	method: 'PUT' as const,
	path: '/custom-objects/{customObjectId}/contract/{contractId}/records',
};

afterEach(() => jest.restoreAllMocks());

test('while thousands of rows are checked n8n gets its turn', async () => {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => (now += 1));
	const parameters = Array.from({ length: 500 }, () => ({ customObjectId: 'none' }));
	const { context } = executeContext({ parameters, continueOnFail: true });
	let checked = 0;
	let turn = Infinity;
	const { getNodeParameter } = context;
	const counting = (name: string, ...more: [number]) => {
		if (name === 'customObjectId') checked += 1;
		return getNodeParameter(name, ...more);
	};
	setImmediate(() => (turn = checked));
	Object.assign(context, { getNodeParameter: counting });
	const [output] = await customOperation(writing(sendOne, DECLARED)).call(context);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
		parameters.map((_, item) => ({ item })),
	);
	expect(checked).toBe(parameters.length);
	expect(turn).toBeLessThan(parameters.length);
});
