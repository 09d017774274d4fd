import type { INodeExecutionData } from 'n8n-workflow';
import { outputSchema, schemaProblems, writeMissingSchema } from '../support/schemas.mts';
import { operations } from '../support/operations.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { askedOf, expectedItems, expectedOf, jsonOf } from './cases/expectation.mts';
import { runCase } from './cases/runCase.mts';
import type { CaseRun } from './cases/case.mts';
import { CASES } from './cases/index.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 'demo' });
}, 300_000);
afterAll(async () => await sandbox?.stop());

describe.each(CASES.map((each) => [each.operation, each.does, each] as const))(
	'%s %s',
	(_operation, _does, each) => {
		test('with the sandbox as the service', async () => {
			await sandbox.control.reset('demo');
			const run = each.run(await each.fixture.live(sandbox));
			await sandbox.control.clearRequests();

			const { items, error } = await runCase(each, run, sandbox.baseUrl);

			expect(error).toBeUndefined();
			expect(jsonOf(items)).toEqual(expectedItems(run));
			expect(await askedOf(sandbox)).toEqual(expectedOf(run.calls));
			if (!isDefaultOutput(run)) return;
			writeMissingSchema(
				each.operation,
				items.map(({ json }) => json),
			);
			expect(items.flatMap(notInSchema(each.operation))).toEqual([]);
		});
	},
);

test.each(operations())('%s has an output schema', (operation) => {
	expect(outputSchema(operation)).toMatchObject({ type: 'object', version: 1 });
});

/** n8n knows one schema per operation: that of the output without further switches. */
function isDefaultOutput({ parameters }: CaseRun): boolean {
	const { simplify = true, options = {} } = parameters as { simplify?: boolean; options?: object };
	return simplify && !('onePage' in options);
}

function notInSchema(operation: string) {
	const schema = outputSchema(operation);
	return ({ json }: INodeExecutionData) => (schema ? schemaProblems(schema, json) : ['no schema']);
}
