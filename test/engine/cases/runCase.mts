import { nock } from '../../support/nock.mts';
import { credentialData } from '../../support/credentials.mts';
import { runNode, type NodeResult } from '../../support/engine.mts';
import { KEYS } from '../../support/sandbox.mts';
import { BASE_URL, type Call, type CaseRun, type OperationCase } from './case.mts';

let executions = 0;

/** Runs the case in n8n's engine, as an execution of its own. */
export async function runCase(
	{ operation }: OperationCase,
	{ parameters, inputs, binaries = [] }: CaseRun,
	baseUrl = BASE_URL,
	profile: Record<string, string> = {},
): Promise<NodeResult> {
	const [resource, name] = operation.split('.');
	return await runNode({
		credential: credentialData(baseUrl, KEYS.admin, { serviceProfile: JSON.stringify(profile) }),
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
