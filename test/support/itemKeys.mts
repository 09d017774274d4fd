import { credentialFor, NODES, sharedN8n } from './n8n.mts';
import type { Sandbox } from './sandbox.mts';

/** With which key each of three items is sent when the credential says it by an expression. */
export async function keysOfItems(sandbox: Sandbox, apiKey: string): Promise<string[]> {
	const n8n = await sharedN8n();
	const { admin, otherOrg } = sandbox.keys;
	const items = [admin, otherOrg, admin].map((key) => ({ json: { key } }));
	const { id } = await n8n.createWorkflow({
		nodes: [
			{ name: 'Start', type: NODES.manual },
			{
				name: 'Keys',
				type: NODES.code,
				typeVersion: 2,
				parameters: { jsCode: `return ${JSON.stringify(items)};` },
			},
			{
				name: 'List',
				type: NODES.action,
				parameters: { resource: 'contract', operation: 'getAll', limit: 1 },
				credentials: await credentialFor(n8n, sandbox.baseUrl, { apiKey }),
				alwaysOutputData: true,
			},
		],
	});
	const execution = await n8n.run(id);
	if (execution.error) throw new Error(execution.error.message);
	const asked = await sandbox.control.requests({ route: '/contracts' });
	return asked.map(({ key }) => key).toSorted();
}
