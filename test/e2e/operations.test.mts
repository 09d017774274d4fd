import { CASES } from '../engine/cases/index.mts';
import type { CaseRun } from '../engine/cases/case.mts';
import { askedOf, expectedItems, expectedOf, jsonOf } from '../engine/cases/expectation.mts';
import { credentialFor, NODES, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite({ seed: 'demo' });

/** One each of what n8n has a part in: routing, lists, forms and tables of columns, and files both ways. */
const IN_N8N = [
	'contract.create',
	'contract.downloadSignedFiles',
	'contract.getAll',
	'contract.markAsSigned',
	'customObjectRecord.upsert',
	'organization.get',
].map((operation) => CASES.find((each) => each.operation === operation)!);

/** Rows of the table of operations, in a real n8n with the packed package; the engine's tests have all of them. */
describe.each(IN_N8N.map((each) => [each.operation, each.does, each] as const))(
	'%s %s',
	(operation, _does, each) => {
		test('in a real n8n, with the sandbox as the service', async () => {
			const n8n = await sharedN8n();
			const run = each.run(await each.fixture.live(sandbox()));
			await sandbox().control.clearRequests();
			const workflow = await n8n.createWorkflow({
				nodes: [
					{ name: 'Start', type: NODES.manual },
					{ name: 'Inputs', type: NODES.code, typeVersion: 2, parameters: inputsOf(run) },
					{
						name: 'Operation',
						type: NODES.action,
						// As in the engine, so that the same is expected.
						typeVersion: 1,
						parameters: parametersOf(operation, run),
						credentials: await credentialFor(n8n, sandbox().baseUrl),
					},
				],
			});

			const execution = await n8n.run(workflow.id);

			expect(execution.error).toBeUndefined();
			expect(jsonOf(execution.items('Operation') as never)).toEqual(expectedItems(run));
			expect(await askedOf(sandbox())).toEqual(expectedOf(run.calls));
		});
	},
);

function parametersOf(operation: string, { parameters }: CaseRun) {
	const [resource, name] = operation.split('.');
	return { resource, operation: name, ...parameters };
}

/** A Code node that puts out the inputs with their files. */
function inputsOf({ inputs, binaries = [] }: CaseRun) {
	const items = inputs.map((json, i) => ({ json, ...(binaries[i] && { binary: binaries[i] }) }));
	return { jsCode: `return ${JSON.stringify(items)};` };
}
