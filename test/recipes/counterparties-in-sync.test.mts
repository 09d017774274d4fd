import { until } from '../../host/lib/client/until.mts';
import { rows } from '../support/database.mts';
import { counterpartyFields, counterpartyId } from '../support/demo.mts';
import { sharedN8n } from '../support/n8n.mts';
import {
	changesSent,
	companyOf,
	counterparty,
	expectSameOnBothSides,
	happy,
	importSync,
	sendingAtMost,
} from '../support/recipes/counterparties-in-sync.mts';
import { startFragileHost, type FragileHost } from '../support/recipes/outage.mts';

const { country, employees } = counterpartyFields;

type Fields = { fields: Record<string, unknown> };

let host: FragileHost;

beforeEach(async () => {
	host = await startFragileHost(await sharedN8n());
});

afterEach(async () => {
	await host?.stop();
});

test('changes go both ways, each of them once, and none comes back', async () => {
	await happy(host);
});

test('a company that the service refuses says why, until it is corrected; the others are sent', async () => {
	const { postgres, sandbox } = host;
	const sync = await importSync(host);
	await sync.run('Set up');
	const set = (number: number, change: string) =>
		`UPDATE crm_companies SET ${change} WHERE counterparty_id = '${counterpartyId(number)}'`;
	await rows(postgres, set(1, `status = 'frozen'`));
	await rows(postgres, set(2, `country = 'Malta'`));
	await sync.run('Every minute');
	expect(await companyOf(postgres, 1)).toMatchObject({
		problem: expect.stringContaining('status'),
		synced: { status: 'active' },
	});
	expect(await companyOf(postgres, 2)).toMatchObject({ problem: null });
	const { body } = await sandbox.api('GET', `/counterparties/${counterpartyId(2)}`);
	expect(body.fields[country]).toBe('Malta');

	await rows(postgres, set(1, `status = 'active'`));
	await sync.run('Every minute');
	await expectSameOnBothSides(host);
	expect(await changesSent(sandbox)).toBe(1);
});

test('companies that the service refuses do not hold up those that change later, however many they are', async () => {
	const { postgres, sandbox } = host;
	const sync = await importSync(host, sendingAtMost(3));
	await sync.run('Set up');
	await rows(postgres, `UPDATE crm_companies SET status = 'frozen' WHERE id <= 3`);
	const refused = await sync.run('Every minute');
	expect(refused.items('Changed companies')).toHaveLength(3);

	const late = (await rows(postgres, 'SELECT * FROM crm_companies ORDER BY id DESC'))[0]!;
	await rows(postgres, `UPDATE crm_companies SET country = 'Malta' WHERE id = ${late.id}`);
	await sync.run('Every minute');
	const { body } = await sandbox.api('GET', `/counterparties/${late.counterparty_id}`);
	expect(body.fields[country]).toBe('Malta');
});

test('every number that the service has fits into the table, as it is', async () => {
	const sync = await importSync(host);
	await sync.run('Set up');
	for (const [number, count] of [
		[2, 3_000_000_000],
		[3, 12.5],
		[4, 1e21],
	] as const) {
		const path = `/counterparties/${counterpartyId(number)}`;
		await host.sandbox.api('PATCH', path, { fields: { [employees]: count } });
	}
	await sync.run('Every night');
	expect((await companyOf(host.postgres, 2)).employees).toBe(3_000_000_000);
	const left = (await sync.run('Every minute')).items('Changed companies');
	expect(left).toEqual([]);
	await expectSameOnBothSides(host);
});

test('a value that the service changes while another one is sent is not taken for a change of the CRM', async () => {
	const sync = await importSync(host);
	await sync.run('Set up');
	const company = `counterparty_id = '${counterpartyId(2)}'`;
	await rows(host.postgres, `UPDATE crm_companies SET country = 'Malta' WHERE ${company}`);
	const changeInService = async (count: number) => {
		const path = `/counterparties/${counterpartyId(2)}`;
		await host.sandbox.api('PATCH', path, { fields: { [employees]: count } });
		await sync.run('Every night');
	};
	let running = '';
	await host.killedDuring(
		'PATCH /counterparties/:id',
		async () => (running = await host.n8n.start(sync.id, { from: 'Every minute' })),
		async (sandbox) => {
			if ((await counterparty(sandbox, 2)).fields[country] !== 'Malta') return false;
			await changeInService(20);
			return true;
		},
	);
	expect((await host.n8n.execution(running)).error).toBeUndefined();

	await changeInService(30);
	await sync.run('Every minute');
	expect((await counterparty(host.sandbox, 2)).fields[employees]).toBe(30);
	await expectSameOnBothSides(host);
});

test('the service is killed while a company is sent: the next run finds it sent', async () => {
	const sync = await importSync(host);
	await sync.run('Set up');
	await rows(host.postgres, `UPDATE crm_companies SET country = 'Elsewhere' WHERE id < 5`);
	let running = '';
	await host.killedDuring(
		'PATCH /counterparties/:id',
		async () => (running = await host.n8n.start(sync.id, { from: 'Every minute' })),
		async (sandbox) => (await changesSent(sandbox)) > 0,
	);
	const interrupted = await host.n8n.execution(running);
	expect(interrupted.error).toBeUndefined();

	await sync.run('Every minute');
	await expectSameOnBothSides(host);
	const { body } = await host.sandbox.api('GET', '/counterparties?limit=50');
	const changed = body.data.filter(({ fields }: Fields) => fields[country] === 'Elsewhere');
	expect(changed).toHaveLength(4);
	expect((await sync.run('Every minute')).items('Changed companies')).toEqual([]);
});

test('the service is killed during a poll: the next poll finds the change', async () => {
	const sync = await importSync(host);
	await sync.run('Set up');
	await sync.publish();
	const path = `/counterparties/${counterpartyId(2)}`;
	await host.sandbox.api('PATCH', path, { fields: { [country]: 'Monaco' } });
	await sync.end();
	let polling: Promise<unknown> | undefined;
	await host.killedDuring('GET /counterparties', async () => {
		polling = sync.publish().catch(() => undefined);
	});
	await polling;

	await sync.publish();
	const isThere = (row: { country: string | null }) => row.country === 'Monaco';
	await until(() => companyOf(host.postgres, 2), isThere, 'the change in the table');
	await expectSameOnBothSides(host);
	await sync.end();
});
