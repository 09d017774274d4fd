import { create, refused } from '../support/contractInEditor.mts';
import { credentialFor, NODES, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite({ seed: 'demo' });

const failure = {
	error: expect.stringMatching(/template/i),
	details: expect.objectContaining({ statusCode: expect.any(Number), itemIndex: 1 }),
};

/** Two items, of which the service refuses the second. */
async function run(onError: 'continueErrorOutput' | 'continueRegularOutput') {
	const n8n = await sharedN8n();
	const credentials = await credentialFor(n8n, sandbox().baseUrl);
	const templates = [create, refused].map(({ templateId }) => ({
		json: { template: templateId.value },
	}));
	const { id } = await n8n.createWorkflow({
		nodes: [
			{ name: 'Start', type: NODES.manual },
			{
				name: 'Items',
				type: NODES.code,
				typeVersion: 2,
				parameters: { jsCode: `return ${JSON.stringify(templates)};` },
			},
			{
				name: 'Create',
				type: NODES.action,
				parameters: {
					...create,
					templateId: { ...create.templateId, value: '={{ $json.template }}' },
				},
				credentials,
				onError,
			},
			{ name: 'After', type: NODES.noOp },
		],
	});
	return await n8n.run(id);
}

test('a failed item comes out of the error output with what a workflow branches on', async () => {
	const execution = await run('continueErrorOutput');
	expect(execution.status).toBe('success');
	expect(execution.items('Create').map(({ json }) => json.status)).toEqual(['draft']);
	// n8n puts the item's input beside it.
	expect(execution.items('Create', 1).map(({ json }) => json)).toMatchObject([failure]);
});

test('a failed item comes out among the others with what a workflow branches on', async () => {
	const execution = await run('continueRegularOutput');
	expect(execution.status).toBe('success');
	const [created, failed] = execution.items('Create').map(({ json }) => json);
	expect(created).toMatchObject({ status: 'draft' });
	expect(failed).toEqual(failure);
});
