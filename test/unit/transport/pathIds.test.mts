import type { ApiRequest } from '../../../nodes/ContractManagement/transport/exchange';
import { request } from '../../../nodes/ContractManagement/transport/request';
import { fakeConnection, type Answer, type Sent } from './support/fakeService.mts';

const UUID = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const SHOWN = `contract_${UUID}`;
const READ: ApiRequest = { method: 'GET', path: `/contracts/${SHOWN}` };
const SEND: ApiRequest = { method: 'POST', path: `/contracts/${SHOWN}/signatures/send` };
const FINE: Answer = { body: { id: SHOWN, status: 'signing' } };
const NOT_A_UUID = refused(400, 'id must be a UUID');
const MISSING = refused(404, 'There is no such contract');

function refused(statusCode: number, message: string): Answer {
	return { statusCode, body: { errorId: 'REFUSED', message } };
}

/** A service that answers so to ids with a prefix, and to plain UUIDs. */
function service(toShown: Answer, toUuid: Answer = FINE, more = {}) {
	const answer = ({ url }: Sent) => (url?.includes('contract_') ? toShown : toUuid);
	const { connection, sent } = fakeConnection(answer, more);
	return { connection, forms: () => sent.map(({ url }) => url?.replaceAll(UUID, 'U')) };
}

const ask = async (connection: Parameters<typeof request>[0], asked = READ) =>
	await request(connection, asked).catch((error: { context: object }) => error.context);

test.each([
	['400 that names the UUID', NOT_A_UUID],
	['422 that names the id', refused(422, 'Invalid id')],
	['404', MISSING],
])(
	'a service that takes UUIDs only, and answers %s to others, is asked with them ever after',
	async (_how, refusal) => {
		const { connection, forms } = service(refusal);
		expect(await ask(connection)).toEqual(FINE.body);
		expect(await ask(connection, SEND)).toEqual(FINE.body);
		expect(forms()).toEqual([
			'/contracts/contract_U',
			'/contracts/U',
			'/contracts/U/signatures/send',
		]);
	},
);

test('a service that has taken an id as its records show it is not asked with the UUID', async () => {
	const answers = [FINE, MISSING, MISSING];
	const { connection, sent } = fakeConnection(() => answers.shift()!);
	await ask(connection);
	expect(await ask(connection)).toMatchObject({ statusCode: 404 });
	expect(await ask(connection, SEND)).toMatchObject({ statusCode: 404 });
	expect(sent.every(({ url }) => url?.includes(SHOWN))).toBe(true);
	expect(sent).toHaveLength(3);
});

test('a service that reads by any id, and writes by the UUID only, is understood', async () => {
	const { connection, sent } = fakeConnection(({ url, method }) =>
		method === 'POST' && url?.includes('contract_') ? NOT_A_UUID : FINE,
	);
	await ask(connection);
	expect(await ask(connection, SEND)).toEqual(FINE.body);
	expect(sent).toHaveLength(3);
	// What is read goes on as it did.
	await ask(connection);
	expect(sent[3].url).toContain(SHOWN);
});

test('what a service that takes the prefix says of a body is shown, whatever it says to the UUID', async () => {
	const { connection, sent } = fakeConnection(({ url, method }) => {
		if (!url?.includes('contract_')) return MISSING;
		return method === 'POST' ? refused(400, 'folderId must be a UUID') : FINE;
	});
	await ask(connection);
	const withBody = { ...SEND, body: { folderId: 'x' } };
	expect(await ask(connection, withBody)).toMatchObject({ statusCode: 400 });
	expect(sent).toHaveLength(3);
});

test('a refusal that says nothing of ids is shown, whatever the service says to the UUID', async () => {
	const { connection } = service(refused(400, 'Not signed yet'), MISSING);
	expect(await ask(connection)).toMatchObject({ statusCode: 400 });
});

test.each([NOT_A_UUID, MISSING])(
	'who asked with the prefix before another found out asks again, too: %#',
	async (refusal) => {
		// The first one is answered, and again, before the second one hears.
		let isKnown: () => void;
		const known = new Promise<void>((done) => (isKnown = done));
		let asked = 0;
		const { connection } = fakeConnection(async ({ url }) => {
			if (!url?.includes('contract_')) {
				isKnown();
				return FINE;
			}
			asked += 1;
			if (asked === 2) await known.then(() => new Promise((done) => setTimeout(done, 5)));
			return refusal;
		});
		const results = await Promise.all([ask(connection), ask(connection)]);
		expect(results).toEqual([FINE.body, FINE.body]);
		expect(asked).toBe(2);
	},
);

test('all ids of a path are meant, and nothing else in it', async () => {
	const { connection, forms } = service(NOT_A_UUID);
	const path = `/custom-objects/object-${UUID}/contract/${SHOWN}/records`;
	await ask(connection, { method: 'GET', path });
	expect(forms()[1]).toBe('/custom-objects/U/contract/U/records');
});

test.each([
	[MISSING, refused(400, 'No such id'), 404],
	[MISSING, refused(422, 'No such id'), 404],
	[NOT_A_UUID, refused(400, 'No such id'), 400],
	[NOT_A_UUID, MISSING, 404],
	[NOT_A_UUID, refused(409, 'Signed already'), 409],
])(
	'where both are refused, the first is shown, or that nothing has the UUID, as one attempt: %#',
	async (shown, plain, statusCode) => {
		const { connection, forms } = service(shown, plain);
		expect(await ask(connection, SEND)).toMatchObject({ statusCode, attempts: 1 });
		expect(forms()).toHaveLength(2);
		// Nothing was learned: the other form may be that of the next record.
		await ask(connection, SEND);
		expect(forms()).toHaveLength(4);
	},
);

test.each([401, 403, 409, 500])('a %i says nothing about ids', async (status) => {
	const { connection, forms } = service(refused(status, 'No id'), FINE, {
		retry: { maxTotalMs: 0 },
	});
	await ask(connection, SEND);
	expect(forms()).toHaveLength(1);
});

test('a write whose body is refused is not sent again', async () => {
	const { connection, forms } = service(refused(422, 'The message is too long'));
	expect(await ask(connection, SEND)).toMatchObject({ statusCode: 422 });
	expect(forms()).toHaveLength(1);
});

test('a signed address is no path of the service', async () => {
	const { connection, forms } = service(MISSING);
	await ask(connection, { ...READ, effect: 'reads' });
	expect(forms()).toHaveLength(1);
});

test('of requests at the same time none learns something else than the others', async () => {
	const strict = service(NOT_A_UUID);
	const results = await Promise.all(Array.from({ length: 40 }, () => ask(strict.connection)));
	expect(results).toEqual(results.map(() => FINE.body));
	expect(strict.forms().length).toBeLessThanOrEqual(80);
	expect(strict.forms().slice(-8)).toEqual(Array(8).fill('/contracts/U'));

	const byId = service(FINE, MISSING);
	await Promise.all(Array.from({ length: 40 }, () => ask(byId.connection)));
	expect(byId.forms()).toHaveLength(40);
});
