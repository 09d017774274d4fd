import { readOne } from '../../../nodes/ContractManagement/transport/lists/paginate';
import { refusedQs } from '../../../nodes/ContractManagement/transport/lists/optionalQs';
import type { ApiRequest } from '../../../nodes/ContractManagement/transport/exchange';
import { fakeConnection, type Answer, type Sent } from './support/fakeService.mts';

const LIST: ApiRequest = { method: 'GET', path: '/contracts' };
const page = (ids: string[], next: string | null = null): Answer => ({
	body: { data: ids.map((id) => ({ id })), pagination: { next_cursor: next } } as never,
});

let executions = 0;

/** A service that refuses some parameters, and the hints that were shown. */
function service(
	refuses: string[],
	answer: (sent: Sent) => Answer = () => page(['1']),
	statusCode = 400,
) {
	const { connection, sent } = fakeConnection(
		(each) => (refuses.some((name) => name in each.qs) ? { statusCode, body: {} } : answer(each)),
		{ executionId: `optional ${(executions += 1)}` },
	);
	const hints: string[] = [];
	Object.assign(connection.context, {
		addExecutionHints: ({ message }: { message: string }) => hints.push(message),
	});
	const read = async (optionalQs?: ApiRequest['optionalQs'], qs?: ApiRequest['qs']) =>
		await readOne<{ id: string }>(connection, { ...LIST, qs, optionalQs }, 10, null);
	const asked = () => sent.map(({ qs }) => Object.keys(qs).filter((name) => name !== 'limit'));
	return { connection, sent, hints, read, asked };
}

test('what the service takes is sent once, beside the rest', async () => {
	const { read, sent, hints } = service([]);
	await read({ name: 'a' }, { status: 'signed' });
	await read({ name: 'b' }, { name: 'in:x' });
	await read({});
	expect(sent.map(({ qs }) => qs)).toEqual([
		{ limit: 10, status: 'signed', name: 'a' },
		{ limit: 10, name: ['in:x', 'b'] },
		{ limit: 10 },
	]);
	expect(hints).toEqual([]);
});

test.each([400, 422])(
	'what it refuses with %i is left out, said once, and not asked again',
	async (status) => {
		const { read, asked, hints, connection } = service(['name'], undefined, status);
		expect((await read({ name: 'a', sort: 'x' })).records).toEqual([{ id: '1' }]);
		await read({ name: 'b', sort: 'y' });
		expect(asked()).toEqual([['name', 'sort'], ['sort'], ['sort']]);
		expect(hints).toEqual([
			"The service refused the parameter 'name' of /contracts, so the list was read without it and the node applied it.",
		]);
		const optionalQs = { name: 'c', sort: 'z' };
		expect(await refusedQs(connection, { ...LIST, optionalQs })).toEqual(new Set(['name']));
		expect(await refusedQs(connection, LIST)).toEqual(new Set());
		expect(await refusedQs(connection, { ...LIST, optionalQs: { sort: 'z' } })).toEqual(new Set());
	},
);

test('several are left out together where each alone does not help', async () => {
	const { read, asked, hints } = service(['name', 'sort']);
	await read({ name: 'a', sort: 'x' });
	expect(asked()).toEqual([['name', 'sort'], ['sort'], ['name'], []]);
	expect(hints).toHaveLength(2);
});

test('items that run at the same time wait for the first one', async () => {
	const { read, asked, hints } = service(['name']);
	await Promise.all(Array.from({ length: 20 }, async (_, i) => await read({ name: `${i}` })));
	expect(asked().filter((names) => names.includes('name'))).toHaveLength(1);
	expect(hints).toHaveLength(1);
});

test('a refusal for another reason is told as it came, and remembered by nobody', async () => {
	const { read, asked } = service(['status']);
	await expect(read({ name: 'a' }, { status: 'x' })).rejects.toMatchObject({ httpCode: '400' });
	await read({ name: 'a' });
	expect(asked()).toEqual([['status', 'name'], ['status'], ['name']]);
});

test('another failure is not asked about, nor is one of the second try', async () => {
	const broken = service([], () => ({ statusCode: 403, body: {} as never }));
	await expect(broken.read({ name: 'a' })).rejects.toMatchObject({ httpCode: '403' });
	expect(broken.sent).toHaveLength(1);

	const second = service(['name'], () => ({ statusCode: 403, body: {} as never }));
	await expect(second.read({ name: 'a' })).rejects.toMatchObject({ httpCode: '403' });
	expect(second.hints).toEqual([]);
});

test('what the service refused for one value is tried for the next one', async () => {
	const { read, hints } = service([], ({ qs }) =>
		qs.sort === 'endAt' ? { statusCode: 400, body: {} as never } : page(['1']),
	);
	await read({ sort: 'name' });
	expect((await read({ sort: 'endAt' })).records).toEqual([{ id: '1' }]);
	expect(hints).toHaveLength(1);
});

test('without a place for hints nothing is said', async () => {
	const { connection } = fakeConnection(
		({ qs }) => ('name' in qs ? { statusCode: 400, body: {} as never } : page(['1'])),
		{ executionId: `optional ${(executions += 1)}` },
	);
	const list = { ...LIST, optionalQs: { name: 'a' } };
	expect((await readOne(connection, list, 10, null)).records).toEqual([{ id: '1' }]);
});
