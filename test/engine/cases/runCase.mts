import type { INodeExecutionData } from 'n8n-workflow';
import nock from 'nock';
import { credentialData } from '../../support/credentials.mts';
import { runNode, type NodeResult } from '../../support/engine.mts';
import { KEYS, type Sandbox } from '../../support/sandbox.mts';
import { BASE_URL, type Call, type CaseRun, type OperationCase } from './case.mts';

let executions = 0;

/** Runs the case in n8n's engine, as an execution of its own. */
export async function runCase(
	{ operation }: OperationCase,
	{ parameters, inputs, binaries = [] }: CaseRun,
	baseUrl = BASE_URL,
): Promise<NodeResult> {
	const [resource, name] = operation.split('.');
	return await runNode({
		credential: credentialData(baseUrl, KEYS.admin),
		parameters: { resource, operation: name, ...parameters },
		items: inputs.map((json, i) => ({ json, ...(binaries[i] && { binary: binaries[i] }) })),
		executionId: `case ${(executions += 1)}`,
	});
}

/** The recorded service: each call is answered once, anything else is refused. */
export function record(calls: Call[]): void {
	for (const { method, path, origin = BASE_URL, query, body, reply = {} } of calls) {
		const { origin: host, pathname } = new URL(origin);
		const base = pathname.replace(/\/$/, '');
		const reqheaders: Record<string, string> =
			origin === BASE_URL ? { 'x-api-key': KEYS.admin } : {};
		nock(host, { reqheaders })
			.intercept(base + path, method, (sent: unknown) => isSame(sent, body))
			.query(query ?? {})
			.reply(reply.status ?? 200, reply.body as nock.Body, reply.headers);
	}
}

function isSame(sent: unknown, expected: unknown): boolean {
	if (typeof expected === 'function') return Boolean(expected(sent));
	if (expected === undefined) return sent === '';
	try {
		expect(sent).toEqual(expected);
		return true;
	} catch {
		return false;
	}
}

/** What the sandbox was asked, in the form of calls. */
export async function askedOf(sandbox: Sandbox): Promise<string[]> {
	const requests = await sandbox.control.requests();
	return requests.map(({ method, path, query }) => line(method, path, query)).sort();
}

/** The same for what was expected. */
export function expectedOf(calls: Call[]): string[] {
	return calls
		.map(({ method, path, origin, query = {} }) =>
			line(method, origin === undefined ? `/v2${path}` : path, query),
		)
		.sort();
}

function line(method: string, path: string, query: Record<string, string | string[]>): string {
	// Signed URLs are made up by the service, one for every file.
	const storage = /^\/storage\/[\w-]+/.exec(path);
	if (storage) return `${method} ${storage[0]}`;
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		[value].flat().map((one) => `${name}=${one}`),
	);
	return `${method} ${decodeURIComponent(path)}?${pairs.sort().join('&')}`;
}

/** The output items that the case expects, each linked to the input item that it comes from. */
export function expectedItems({ outputs }: CaseRun) {
	return outputs.flatMap((jsons, item) => jsons.map((json) => ({ json, pairedItem: { item } })));
}

/** The items without their binary data. */
export function jsonOf(items: INodeExecutionData[]) {
	return items.map(({ json, pairedItem }) => ({ json, pairedItem }));
}
