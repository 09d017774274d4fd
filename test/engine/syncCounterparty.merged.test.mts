import type { IDataObject } from 'n8n-workflow';
import type { Counterparty } from '../../nodes/ContractManagement/api/types';
import { byId } from '../support/byId.mts';
import { runnerOf } from '../support/contractRun.mts';
import type { NodeRun } from '../support/engine.mts';
import { otherProcess } from '../support/otherProcess.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** Changes of counterparties beside changes that others make: people in the service, other systems, other processes. */
const COUNTRY = 'f2000000-0000-4000-8000-000000000001';
const VAT = 'f2000000-0000-4000-8000-000000000002';
const INDUSTRY = 'f2000000-0000-4000-8000-000000000003';
const EMPLOYEES = 'f2000000-0000-4000-8000-000000000004';
const PATCH = 'PATCH /counterparties/:id';

const sandbox = sandboxSuite({ seed: 'demo' });
const run = runnerOf(sandbox, 'counterparty');

const create = async (name: string, fields: IDataObject) =>
	(await sandbox().control.createCounterparty({ name, fields })).id;
const stored = async (id: string): Promise<Counterparty> =>
	(await sandbox().api('GET', `/counterparties/${id}`)).body;
/** With a key of its own, which the faults of the node's key do not hit. */
const byPerson = async (id: string, body: IDataObject) => {
	await sandbox().control.call('POST', '/keys', { key: 'person', name: 'person' });
	return await sandbox().api('PATCH', `/counterparties/${id}`, body, { key: 'person' });
};
const patches = async () =>
	(await sandbox().control.requests({ method: 'PATCH', route: '/counterparties/:id' })).length;
const own = (values: Record<string, unknown>) => ({
	field: Object.entries(values).map(([key, value]) => ({
		key: byId(key),
		value:
			value instanceof Date
				? `={{ new Date(${value.getTime()}) }}`
				: typeof value === 'string'
					? value
					: `={{ ${JSON.stringify(value)} }}`,
	})),
});

async function change(
	operation: string,
	id: string,
	updateFields: IDataObject,
	more: Partial<NodeRun> & { options?: IDataObject } = {},
) {
	const { options, ...settings } = more;
	const parameters = { findBy: 'id', counterpartyId: byId(id), updateFields, options };
	const { items, error } = await run(operation, parameters, [{ json: {} }], settings);
	return { result: items[0]?.json, error };
}

describe.each(['update', 'sync'])('%s', (operation) => {
	test.each([
		['503', { kind: 'status', status: 503, times: 0 }],
		['429', { kind: 'status', status: 429, retryAfter: 1, times: 0 }],
	] as const)('keeps what a person changed while it was answered %s', async (_what, fault) => {
		await sandbox().control.profile({ 'counterparty-patch-fields': 'replace' });
		const id = await create('Acme', { [COUNTRY]: 'A', [VAT]: '1' });
		await sandbox().control.fault({ route: PATCH, key: 'admin', ...fault });
		const changing = change(operation, id, { fields: own({ [COUNTRY]: 'B' }) });
		const mine = { fields: { [COUNTRY]: 'A', [VAT]: '2' } };
		while ((await patches()) === 0);
		expect((await byPerson(id, mine)).status).toBe(200);
		// What was read before the person's change has been rejected, too.
		const soFar = await patches();
		while ((await patches()) === soFar);
		await sandbox().control.clearFaults();
		expect((await changing).error).toBeUndefined();
		expect((await stored(id)).fields).toEqual({ [COUNTRY]: 'B', [VAT]: '2' });
	});
});

test.each(['sync', 'update'])(
	'two processes that change different fields of one company by %s, one after the other, undo nothing of each other',
	async (operation) => {
		const id = await create('Acme', { [COUNTRY]: 'A', [EMPLOYEES]: 1 });
		const node = (await otherProcess())();
		await change(operation, id, { fields: own({ [COUNTRY]: 'B' }) });
		await change(operation, id, { fields: own({ [EMPLOYEES]: 2 }) }, { node });
		const again = await change('sync', id, { fields: own({ [COUNTRY]: 'B' }) });
		expect(again.result).toMatchObject({ action: 'unchanged' });
		expect((await stored(id)).fields).toEqual({ [COUNTRY]: 'B', [EMPLOYEES]: 2 });
	},
);

describe('Source Updated At', () => {
	const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
	const name = (value: string) => ({ name: value });

	test('tells two quick changes apart that both are older than the writing of the first', async () => {
		await sandbox().control.clock({ now: at(5_000), frozen: true });
		const id = await create('v0', {});
		const sync = async (value: string, ms: number, more: Partial<NodeRun> = {}) => {
			const options = { sourceUpdatedAt: at(ms) };
			return (await change('sync', id, name(value), { ...more, options })).result;
		};
		expect(await sync('v1', 6_000)).toMatchObject({ action: 'updated' });
		await sandbox().control.clock({ now: at(60_000), frozen: true });
		expect(await sync('v2', 7_000)).toMatchObject({ action: 'updated' });
		expect(await sync('v3', 9_000)).toMatchObject({ action: 'updated' });
		expect(await sync('v2', 7_000)).toMatchObject({
			action: 'unchanged',
			reason: 'newerInService',
		});
		const node = (await otherProcess())();
		expect(await sync('v4', 10_000, { node })).toMatchObject({ reason: 'newerInService' });
		await byPerson(id, name('mine'));
		expect(await sync('v4', 10_000)).toMatchObject({ reason: 'newerInService' });
		expect((await stored(id)).name).toBe('mine');
	});

	test('leaves what a person changed while the service was answering 503, as it is newer', async () => {
		await sandbox().control.clock({ now: at(5_000), frozen: true });
		const id = await create('v0', {});
		await sandbox().control.fault({
			route: PATCH,
			key: 'admin',
			kind: 'status',
			status: 503,
			times: 0,
		});
		const options = { sourceUpdatedAt: at(6_000) };
		const changing = change('sync', id, name('v1'), { options });
		while ((await patches()) === 0);
		await sandbox().control.clock({ now: at(60_000), frozen: true });
		await byPerson(id, name('mine'));
		await sandbox().control.clearFaults();
		expect((await changing).result).toMatchObject({
			action: 'unchanged',
			reason: 'newerInService',
			changes: [{ field: 'Name', from: 'mine', to: 'v1' }],
		});
		expect((await stored(id)).name).toBe('mine');
	});

	const syncFrom = async (json: IDataObject, sourceUpdatedAt: string) => {
		const parameters = { findBy: 'name', matchName: 'Acme', updateFields: name('B') };
		return await run('sync', { ...parameters, options: { sourceUpdatedAt } }, [{ json }]);
	};

	test.each(['2026-03-31 10:00:00', '2026-03-31T10:00', '2026-03-31'])(
		'%s is refused, as it could be in any timezone',
		async (text) => {
			await create('Acme', {});
			const json = { write_date: text };
			const { error } = await syncFrom(json, '={{ $json.write_date }}');
			expect(error?.message).toBe(`Source Updated At '${text}' has no offset such as Z or +02:00`);
			expect(await patches()).toBe(0);
			const [advice] = /\{\{.*\}\}/.exec(error!.description!)!;
			const { error: left, items } = await syncFrom(json, `=${advice}`);
			expect(left).toBeUndefined();
			expect(items[0].json).toMatchObject({ reason: 'newerInService' });
		},
	);

	test('a list of one text without an offset is refused like the text', async () => {
		await create('Acme', {});
		const json = { write_date: ['2026-03-31 10:00:00'] };
		const { error } = await syncFrom(json, '={{ $json.write_date }}');
		expect(error?.message).toContain('has no offset such as Z or +02:00');
		expect(await patches()).toBe(0);
		const [advice] = /\{\{.*\}\}/.exec(error!.description!)!;
		const { error: left, items } = await syncFrom(json, `=${advice}`);
		expect(left).toBeUndefined();
		expect(items[0].json).toMatchObject({ reason: 'newerInService' });
	});

	test('an expression that gives nothing is told, as what is newer is then overwritten', async () => {
		await create('Acme', {});
		const { items, run: ran } = await syncFrom({ write_date: '' }, '={{ $json.updatedAt }}');
		expect(items[0].json.action).toBe('updated');
		const [{ message }] = ran.data.resultData.runData.SUT[0].hints!;
		expect(message).toBe(
			'Source Updated At: {{ $json.updatedAt }} gave nothing; the input has: write_date. Newer values would be overwritten.',
		);
	});

	test.each(['1900-01-01T00:00:00Z', '1970-01-21T12:00:00Z'])(
		'%s is refused, as no system was changed then',
		async (text) => {
			await create('Acme', {});
			const { error } = await syncFrom({}, text);
			expect(error?.message).toBe(`Source Updated At '${text}' cannot be meant`);
		},
	);
});

describe('a second run', () => {
	const twice = async (held: IDataObject, values: Record<string, unknown>) => {
		const id = await create('Acme', held);
		const sync = async (more: Partial<NodeRun> = {}) =>
			(await change('sync', id, { fields: own(values) }, more)).result;
		const first = await sync();
		const sent = await patches();
		const second = await sync();
		expect(second).toMatchObject({ action: 'unchanged', changes: [] });
		expect(await patches()).toBe(sent);
		const elsewhere = await sync({ node: (await otherProcess())() });
		expect(elsewhere).toMatchObject({ action: 'unchanged', changes: [] });
		return { first, fields: (await stored(id)).fields };
	};

	test.each([
		['a label', 'retail', 'Retail', 'unchanged'],
		['another option by its label', 'energy', 'Retail', 'updated'],
		['the ID', 'retail', 'retail', 'unchanged'],
	])('changes nothing where a select is given %s', async (_what, held, given, action) => {
		const { first, fields } = await twice({ [INDUSTRY]: held }, { [INDUSTRY]: given });
		expect(first?.action).toBe(action);
		expect(fields[INDUSTRY]).toBe('retail');
	});

	test('tells which values the service shows as before, once', async () => {
		const id = await create('Acme', { [INDUSTRY]: 'retail', [COUNTRY]: 'A' });
		const fields = own({ [INDUSTRY]: 'Retail', [COUNTRY]: 'B' });
		const parameters = { findBy: 'id', counterpartyId: byId(id), updateFields: { fields } };
		const told = async () => {
			const { run: ran } = await run('sync', parameters, [{ json: {} }, { json: {} }]);
			const hints = ran.data.resultData.runData.SUT!.flatMap((one) => one.hints ?? []);
			return hints.map(({ message }) => message);
		};
		expect(await told()).toEqual([
			`The service shows what it did before, as that is its own name for it or as it did not take it: ${INDUSTRY}.`,
		]);
		expect(await told()).toEqual([]);
	});

	test.each<[string, unknown, unknown]>([
		['an option as an object', 'retail', { id: 'retail', name: 'Retail' }],
		['a Date of its day', '2026-03-31', new Date('2026-03-30T22:00:00Z')],
		['it at midnight', '2026-03-31T00:00:00.000Z', new Date('2026-03-30T22:00:00Z')],
		['line breaks of another system', 'Line 1\nLine 2', 'Line 1\r\nLine 2'],
		['a number of its text', '5.00', 5],
	])('in its first run sends nothing where it is given %s', async (_what, held, given) => {
		const id = await create('Acme', { [COUNTRY]: held as string });
		const settings = { workflowSettings: { timezone: 'Europe/Berlin' } };
		for (const dryRun of [true, false]) {
			const more = { ...settings, options: { dryRun } };
			const { result } = await change('sync', id, { fields: own({ [COUNTRY]: given }) }, more);
			expect(result).toMatchObject({ action: 'unchanged', changes: [] });
		}
		expect(await patches()).toBe(0);
	});

	test('changes nothing where the service writes decimals in its own way', async () => {
		await sandbox().control.variants(['numbersAsText']);
		const { first } = await twice({ [EMPLOYEES]: 5 }, { [EMPLOYEES]: '5.00' });
		expect(first?.action).toBe('unchanged');
	});

	test('is not taken for one where somebody has set the value back meanwhile', async () => {
		const id = await create('Acme', { [COUNTRY]: 'A' });
		const sync = async () => (await change('sync', id, { fields: own({ [COUNTRY]: 'B' }) })).result;
		expect(await sync()).toMatchObject({ action: 'updated' });
		await byPerson(id, { fields: { [COUNTRY]: 'A' } });
		expect(await sync()).toMatchObject({ action: 'updated' });
	});
});

describe.each(['update', 'sync'])('%s: a value becomes what the field holds', (operation) => {
	test.each<[string, string, unknown, unknown, unknown]>([
		['a number as text', EMPLOYEES, 240, '250', 250],
		['a number in a list', EMPLOYEES, 240, [250], 250],
		['a text that is a number', VAT, '12', 13, '13'],
		['a list of one', COUNTRY, 'Sweden', ['Norway'], 'Norway'],
		['a list of one for nothing', COUNTRY, undefined, ['Norway'], 'Norway'],
		['(Clear)', COUNTRY, 'Sweden', '(Clear)', undefined],
	])('%s', async (_what, field, held, given, now) => {
		const id = await create('Acme', { [VAT]: 'x', ...(held !== undefined && { [field]: held }) });
		const { error } = await change(operation, id, { fields: own({ [field]: given }) });
		expect(error).toBeUndefined();
		expect((await stored(id)).fields[field]).toBe(now);
	});

	test.each([
		[undefined, '2026-12-01'],
		['soon', '2026-12-01'],
		['2026-03-31', '2026-12-01'],
		['2026-03-31T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
		['2026-03-31T10:30:00.000Z', '2026-11-30T23:00:00.000Z'],
	])('where %j is held, the Date of a midnight is %s', async (held, now) => {
		const id = await create('Acme', { [VAT]: 'x', ...(held && { [COUNTRY]: held }) });
		const fields = own({ [COUNTRY]: new Date('2026-11-30T23:00:00.000Z') });
		const settings = { workflowSettings: { timezone: 'Europe/Berlin' } };
		const { error } = await change(operation, id, { fields }, settings);
		expect(error).toBeUndefined();
		expect((await stored(id)).fields[COUNTRY]).toBe(now);
	});

	test.each([
		['N/A', "cannot take 'N/A'"],
		['12,500', "cannot take '12,500'"],
		[[1, 2], "cannot take '[1,2]'"],
	])('%j is no number', async (given, message) => {
		const id = await create('Acme', { [EMPLOYEES]: 240 });
		const { error } = await change(operation, id, { fields: own({ [EMPLOYEES]: given }) });
		expect(error?.message).toContain(message);
		expect(await patches()).toBe(0);
	});

	test.each(['Archived', 'ARCHIVED', ['archived']])('the status %j is archived', async (status) => {
		const id = await create('Acme', {});
		const given = typeof status === 'string' ? status : `={{ ${JSON.stringify(status)} }}`;
		const { error } = await change(operation, id, { status: given });
		expect(error).toBeUndefined();
		expect((await stored(id)).status).toBe('archived');
	});

	test('text of another encoding is refused', async () => {
		const id = await create('Acme', { [COUNTRY]: 'A' });
		const { error } = await change(operation, id, { fields: own({ [COUNTRY]: 'S\uFFFDdwerk' }) });
		expect(error?.message).toMatch(/\uFFFD/);
		expect(await patches()).toBe(0);
	});
});
