import axios from 'axios';
import { sharedN8n } from '../support/n8n.mts';
import { document } from '../support/documents.mts';
import { publishedTrigger, SECRET } from '../support/publishedTrigger.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { storedExecutions } from '../support/storedExecutions.mts';

/** Every answer of the table "Answers" in docs/reliability.md, from a real n8n. */
type Deliver = () => Promise<{ status: number; data: any }>;

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const accepted: string[] = [];

let n8n: Awaited<ReturnType<typeof sharedN8n>>;
let sandbox: Sandbox;
let published: Awaited<ReturnType<typeof publishedTrigger>>;

beforeAll(async () => {
	[n8n, sandbox] = await Promise.all([sharedN8n(), startSandbox()]);
	published = await publishedTrigger(n8n, sandbox.baseUrl, {
		events: ['signed', 'statusChanged'],
		filters: { statusTo: ['signing'] },
	});
});

afterEach(async () => await sandbox.control.clearFaults());

afterAll(async () => {
	if (published) await n8n.unpublish(published.workflow.id);
	await sandbox?.stop();
});

const ANSWERS: Record<string, Record<string, Deliver>> = {
	"200 `{status: 'accepted', events: […]}`, or Answer Text": {
		'n8n has stored the execution': async () => {
			const answer = await deliver(said('contract.signed', await contract('signed')));
			accepted.push(...answer.data.events);
			return answer;
		},
		// n8n leaves the body of such a delivery unread.
		'JSON of another content type': async () => {
			const event = said('contract.signed', await contract('signed'));
			const answer = await deliver(event, SECRET, 'application/vnd.service+json');
			accepted.push(...answer.data.events);
			return answer;
		},
	},
	"200 `{status: 'ignored', reason}`, or Answer Text": {
		'the event is not selected': async () =>
			await deliver(said('contract.created', await contract('signed'))),
		'it is filtered out': async () =>
			await deliver(said('contract.status_changed', await contract('canceled'))),
		'it is not confirmed by the service': async () =>
			await deliver(said('contract.signed', await contract('signing'))),
		'it was handed on before': async () => {
			const again = said('contract.signed', await contract('signed'));
			accepted.push(...(await deliver(again)).data.events);
			return await deliver(again);
		},
		'the name of the event is not known': async () =>
			await deliver(said('contract.state_changed', await contract('signed'))),
		'it only tries the address': async () => await deliver({ event: 'ping' }),
		'the contract does not exist': async () =>
			await deliver({ ...said('contract.signed', UNKNOWN), createdAt: '2026-01-01T10:00:00Z' }),
	},
	'400': {
		'the body names no contract': async () => await deliver({ event: 'x', ref: 1 }),
	},
	'401': {
		'the secret is missing': async () =>
			await deliver(said('contract.signed', await contract('signed')), ''),
		'the secret is wrong': async () =>
			await deliver(said('contract.signed', await contract('signed')), 'guessed'),
	},
	'422': {
		'malformed JSON': async () => await deliver('{"event":'),
	},
	'500': {
		'the body has more than 16 MiB': async () =>
			await deliver({ ...said('contract.signed', UNKNOWN), note: 'x'.repeat(17 * 1024 * 1024) }),
	},
	'503': {
		'the key is refused': async () => await unfetched({ kind: 'status', status: 403 }),
		'rate limit': async () => await unfetched({ kind: 'status', status: 429 }),
		fault: async () => await unfetched({ kind: 'status', status: 500 }),
		'no answer within eight seconds': async () => await unfetched({ kind: 'hang' }),
	},
};

const cases = Object.entries(ANSWERS).flatMap(([row, ways]) =>
	Object.entries(ways).map(([when, how]) => [row, when, how] as const),
);

test.each(cases)('%s: %s', async (row, _when, how) => {
	const { status, data } = await how();
	expect(status).toBe(Number(row.slice(0, 3)));
	const said = /status: '(\w+)'/.exec(row)?.[1];
	if (said) expect(data.status).toBe(said);
	else expect(JSON.stringify(data)).not.toContain(SECRET);
});

test('only accepted deliveries left an execution, and none of them failed', async () => {
	const executions = await storedExecutions(n8n, published.workflow.id);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
	expect(executions.flatMap(({ items }) => items.map(({ eventKey }) => eventKey))).toEqual(
		accepted,
	);
});

test('the documentation has exactly these answers', () => {
	const section = document('docs/reliability.md').text.split('### Answers')[1]!.split('\n#')[0]!;
	const rows = [...section.matchAll(/^\| (\d{3}[^|]*?) \|/gm)].map(([, answer]) => answer);
	expect(rows).toEqual(Object.keys(ANSWERS).toSorted());
});

async function contract(status: string): Promise<string> {
	return (await sandbox.control.createContract({ status, silent: true })).id;
}

function said(event: string, contractId: string) {
	return { id: `d-${Math.random()}`, event, data: { contractId } };
}

async function deliver(body: object | string, secret = SECRET, type = 'application/json') {
	return await axios.post(published.url, typeof body === 'string' ? body : JSON.stringify(body), {
		headers: { 'content-type': type, 'x-webhook-secret': secret },
		// The text goes out as it is; by itself axios would make valid JSON of it.
		transformRequest: (data: string) => data,
		maxBodyLength: Infinity,
		validateStatus: () => true,
		proxy: false,
	});
}

/** A delivery while the service does not show contracts. */
async function unfetched(fault: { kind: 'hang' | 'status'; status?: number }) {
	const id = await contract('signed');
	await sandbox.control.fault({ route: 'GET /contracts/:id', times: 0, ...fault });
	return await deliver(said('contract.signed', id));
}
