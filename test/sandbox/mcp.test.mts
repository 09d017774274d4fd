import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Control } from '../../sandbox/cli/control.mts';
import { mcpServer } from '../../sandbox/mcp/tools.mts';
import { SECRET_HEADER } from '../../sandbox/webhooks/signature.mts';
import { counterpartyId } from '../support/demo.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** The MCP server of the sandbox, as a coding agent that guesses arguments meets it. */
const sandbox = sandboxSuite({ seed: 'demo' });
const client = new Client({ name: 'test', version: '1.0.0' });

beforeAll(async () => {
	const [here, there] = InMemoryTransport.createLinkedPair();
	await mcpServer(new Control(sandbox().origin), '1.0.0').connect(there);
	await client.connect(here);
});
afterAll(() => client.close());

async function call(name: string, args: Record<string, unknown> = {}) {
	const { content, isError } = await client.callTool({ name, arguments: args });
	const [{ text }] = content as [{ text: string }];
	return { text, failed: isError === true };
}

test.each([
	['find_contracts', { counterparty: 'Acme' }, 'It takes: name, status, limit'],
	[
		'create_contract',
		{ counterpartyName: 'Acme' },
		'It takes: name, status, contractTypeId, counterpartyId',
	],
	['info', { verbose: true }, 'It takes none'],
	[
		'change_status',
		{ contractId: 'x', status: 'sent' },
		"Expected 'draft' | 'negotiating' | 'signing'",
	],
	['break_service', { kind: 'explode' }, "Expected 'status'"],
	['scenario', { name: 'chaos' }, 'renewals'],
	['requests', { method: 'post' }, "Expected 'GET' | 'POST'"],
	['requests', { route: 'POST /contracts' }, 'Such as /contracts/:id'],
	['trigger_event', { event: 'contract.created', contractId: 'x' }, 'makes a new contract'],
	['create_contract', { counterpartyId: 'nobody' }, 'nobody'],
])('%s with %j is refused with what there is', async (name, args, said) => {
	const before = await sandbox().control.requests();
	const { text, failed } = await call(name, args);
	expect(failed).toBe(true);
	expect(text).toContain(said);
	expect(await sandbox().control.requests()).toEqual(before);
});

test('every schema says that it takes no other arguments', async () => {
	const { tools } = await client.listTools();
	expect(tools.length).toBeGreaterThan(15);
	const open = tools.filter(({ inputSchema }) => inputSchema.additionalProperties !== false);
	expect(open.map(({ name }) => name)).toEqual([]);
});

test('a contract with the company that is named', async () => {
	const { text } = await call('create_contract', { counterpartyId: counterpartyId(2) });
	const { id } = JSON.parse(text);
	expect(JSON.stringify(await sandbox().control.contract(id))).toContain(counterpartyId(2));
});

test('webhooks fit the trigger as n8n shows it first, and are listed and removed', async () => {
	const { text } = await call('add_webhook', { url: 'http://127.0.0.1:9/hook', secret: 's' });
	const { id, sendSecretHeader } = JSON.parse(text);
	expect(sendSecretHeader).toBe(SECRET_HEADER);
	expect((await call('webhooks')).text).toContain(id);
	expect((await call('remove_webhook', { id })).failed).toBe(false);
	expect((await call('webhooks')).text).not.toContain(id);
	expect((await call('remove_webhook', { id: 'none' })).failed).toBe(true);
});

test('the clock goes forward only', async () => {
	for (const args of [{ days: -1 }, { at: '2001-01-01' }]) {
		const { text, failed } = await call('move_clock', args);
		expect([failed, text]).toEqual([true, expect.stringContaining('only goes forward')]);
	}
	expect((await call('move_clock', { days: 30 })).failed).toBe(false);
	expect((await call('move_clock', { reset: true })).failed).toBe(false);
});
