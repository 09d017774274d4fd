import { createHash } from 'node:crypto';
import { pdf } from '../support/binary.mts';
import { localServer } from '../support/localServer.mts';
import { credentialFor, NODES, sharedN8n } from '../support/n8n.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** Files on their way through the n8n under test, which keeps them on disk. */
const BYTES = 3 * 1024 * 1024;
const sandbox = sandboxSuite({ seed: 'demo' });

test('a file of another node arrives whole, with its size in bytes', async () => {
	const n8n = await sharedN8n();
	const file = pdf('fetched by another node', BYTES);
	const archive = await localServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'application/pdf' }).end(file);
	});
	const { id } = await n8n.createWorkflow({
		nodes: [
			{ name: 'Start', type: NODES.manual },
			{
				name: 'Fetch',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					url: `http://127.0.0.1:${archive.port}/signed.pdf`,
					options: { response: { response: { responseFormat: 'file' } } },
				},
			},
			{
				name: 'Upload',
				type: NODES.action,
				parameters: { resource: 'file', operation: 'upload' },
				credentials: await credentialFor(n8n, sandbox().baseUrl),
			},
		],
	});
	const execution = await n8n.run(id);
	archive.close();

	expect(execution.error).toBeUndefined();
	const [uploaded] = execution.items('Upload');
	expect(uploaded!.json).toMatchObject({ bytes: file.length, contentType: 'application/pdf' });
	expect(await sandbox().control.uploads()).toContainEqual(
		expect.objectContaining({
			key: uploaded!.json.key,
			size: file.length,
			sha256: createHash('sha256').update(file).digest('hex'),
		}),
	);
});
