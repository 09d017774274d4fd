import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pdf } from '../support/binary.mts';
import { contractId } from '../support/demo.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

type Answer = { data?: any; error?: unknown; response: Response };
type Call = (options: object) => Promise<Answer>;

interface Described {
	operationId: string;
	requestBody?: { content: { 'application/json': { example: object } } };
	responses: Record<string, { content?: { 'application/json': { example: object } } }>;
}

const paths: Record<string, Record<string, Described>> = JSON.parse(
	readFileSync('docs/openapi.json', 'utf8'),
).paths;
const operations = Object.values(paths).flatMap((path) => Object.values(path));

let folder: string;
let sandbox: Sandbox;
let client: Record<string, Call>;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 'demo' });
	folder = await mkdtemp(path.join(tmpdir(), 'client-'));
	const run = (script: string, ...args: string[]) =>
		execFileSync(process.execPath, [path.join('node_modules', script), ...args], {
			stdio: ['ignore', 'ignore', 'inherit'],
		});
	run('@hey-api/openapi-ts/bin/run.js', '-i', './docs/openapi.json', '-o', folder, '--no-log-file');
	// A body or an answer that contradicts its schema would not compile.
	run(
		'typescript/bin/tsc',
		...['--outDir', path.join(folder, 'js'), '--module', 'commonjs', '--target', 'es2022'],
		...['--strict', '--skipLibCheck', '--types', 'node', path.join(folder, 'sdk.gen.ts')],
	);
	client = await import(path.join(folder, 'js', 'sdk.gen.js'));
	const { client: settings } = await import(path.join(folder, 'js', 'client.gen.js'));
	settings.setConfig({ baseUrl: sandbox.baseUrl, auth: sandbox.keys.admin });
}, 600_000);

afterAll(async () => {
	await sandbox?.stop();
	await rm(folder, { recursive: true, force: true });
});

const IDS: Record<string, string> = {
	'contract-types': 'c7000000-0000-4000-8000-000000000002',
	clauses: 'cb000000-0000-4000-8000-000000000006',
	counterparties: 'cf000000-0000-4000-8000-000000000004',
	'custom-objects': 'c0000000-0000-4000-8000-000000000001',
	members: 'e0000000-0000-4000-8000-000000000003',
};

test('a client that is generated from the document runs every operation with the examples', async () => {
	const [signed] = await sandbox.control.contracts({ status: 'signed' });
	const [draft, other] = await sandbox.control.contracts({ status: 'draft' });
	const idOf = (operationId: string, resource: string) =>
		operationId === 'getSignedFiles' ? signed!.id : (IDS[resource] ?? draft!.id);
	const results: unknown[] = [];
	for (const [url, methods] of Object.entries(paths)) {
		for (const { operationId, requestBody, responses } of Object.values(methods)) {
			const resource = url.split('/')[1]!;
			const id = operationId === 'sendForSignature' ? other!.id : idOf(operationId, resource);
			const place = { id, customObjectId: id, contractId: contractId(1) };
			const example = requestBody?.content['application/json'].example;
			const body = operationId === 'markAsSigned' ? await withUploads(example) : example;
			const { data, error, response } = await client[operationId]!({ path: place, body });
			const shown = Object.entries(responses).find(([status]) => status.startsWith('2'))!;
			const expected = shown[1].content?.['application/json'].example;
			const keys = (value: unknown) => Object.keys([value].flat()[0] ?? {}).sort();
			results.push([operationId, String(response.status), error, keys(data)]);
			expect(results.at(-1)).toEqual([operationId, shown[0], undefined, keys(expected)]);
		}
	}
	expect(results).toHaveLength(operations.length);
});

/** The body, with a key under which a file was put. */
async function withUploads(body: any) {
	const [file] = body.files;
	const { data } = await client.createUploadUrl!({
		body: { name: file.name, contentType: file.contentType },
	});
	await fetch(data.url, {
		method: 'PUT',
		headers: { 'content-type': file.contentType },
		body: new Uint8Array(pdf('nda')),
	});
	return { ...body, files: [{ ...file, key: data.key }] };
}
