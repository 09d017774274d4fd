import { AsyncLocalStorage } from 'node:async_hooks';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ContractManagementTrigger } from '../../nodes/ContractManagement/ContractManagementTrigger.node';
import { proof, said, webhookSuite } from '../support/webhookTrigger.mts';

/** The way of one delivery: which files of the trigger it enters, and how often, as docs/architecture.md lists it. */
const NODES = path.resolve('nodes/ContractManagement');
const ENTRY = 'ContractManagementTrigger.node.ts';
const { listen, contract } = webhookSuite();

/** The file that is at work; every call of a function of another file is a visit there, and a way back. */
const room = new AsyncLocalStorage<string>();
const visits: Array<{ file: string; name: string }> = [];

type Callable = (this: unknown, ...args: unknown[]) => unknown;

function watched(act: Callable, file: string, name: string): Callable {
	return function (...args) {
		const from = room.getStore();
		if (from === undefined || from === file) return act.apply(this, args);
		visits.push({ file, name });
		return room.run(file, () => act.apply(this, args));
	};
}

function watch(holder: Record<string, unknown>, file: string, prefix = '') {
	for (const [name, { value, writable }] of Object.entries(
		Object.getOwnPropertyDescriptors(holder),
	)) {
		if (name === 'constructor' || typeof value !== 'function' || !writable) continue;
		const isClass = String(value).startsWith('class ');
		if (isClass) watch(value.prototype as Record<string, unknown>, file, `${name}.`);
		else holder[name] = watched(value as Callable, file, prefix + name);
	}
}

beforeAll(() => {
	for (const file of globSync(`${NODES}/{triggers,api/deliveries}/**/*.ts`)) {
		watch(jest.requireActual(file), path.relative(NODES, file).replace(/^triggers\//, ''));
	}
	const node = ContractManagementTrigger.prototype as unknown as { webhook: Callable };
	const { webhook } = node;
	node.webhook = async function (...args) {
		visits.push({ file: ENTRY, name: 'webhook' });
		return await room.run(ENTRY, () => webhook.apply(this, args));
	};
});

/** The rows of the list in the page: `| 3 | shared/settings.ts | triggerSettings | … |`. */
function listed() {
	const page = readFileSync('docs/architecture.md', 'utf8');
	const section = page.split('## The way of one delivery')[1]!.split('\n## ')[0]!;
	return [...section.matchAll(/^\| \d+ \| `([^`]+)` \| `([^`]+)` \|/gm)].map(([, file, name]) => ({
		file,
		name,
	}));
}

test.each([
	['contract.status_changed', { status: 'signing', previousStatus: 'draft' }],
	['contract.signed', { status: 'signed' }],
])('%s takes the way that the page lists: at most 30 stays in 12 rooms', async (event, told) => {
	const host = await listen();
	const { id } = await contract(told.status);
	visits.length = 0;
	await host.deliver(said(event, id, told), proof);
	expect(host.executions).toHaveLength(1);
	const way = visits.slice();
	expect(way).toEqual(listed());
	// Each visit but the first is a stay, and so is being back where it was made.
	expect(2 * (way.length - 1) + 1).toBeLessThanOrEqual(30);
	expect(new Set(way.map(({ file }) => file)).size).toBeLessThanOrEqual(12);
});
