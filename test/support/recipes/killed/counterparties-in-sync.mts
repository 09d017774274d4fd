import { rows } from '../../database.mts';
import { counterpartyFields } from '../../demo.mts';
import { changesSent, expectSameOnBothSides, importSync } from '../counterparties-in-sync.mts';
import { heldAt, type Driver } from '../drive.mts';

const CHANGED = 4;

/** Companies change in the CRM, and n8n is killed while it sends the second one; the next minute comes. */
export const driver: Driver = async (host) => {
	const { sandbox, postgres } = host;
	const sync = await importSync(host);
	await sync.run('Set up');
	const change = `UPDATE crm_companies SET country = 'Elsewhere' WHERE id <= ${CHANGED}`;
	await rows(postgres, change);
	const minute = async () => {
		const run = await host.n8n.run(sync.id, { from: 'Every minute' });
		expect(run.error).toBeUndefined();
		return run;
	};
	return {
		start: async () => await host.n8n.start(sync.id, { from: 'Every minute' }),
		hold: async () => await heldAt(host, 'PATCH /counterparties/:id', 1),
		async finish() {
			await minute();
		},
		async expectDone() {
			await expectSameOnBothSides(host);
			const { body } = await sandbox.api('GET', '/counterparties?limit=50');
			const changed = body.data.filter(
				({ fields }: { fields: Record<string, unknown> }) =>
					fields[counterpartyFields.country] === 'Elsewhere',
			);
			expect(changed).toHaveLength(CHANGED);
			// What the service has already is not sent again.
			expect(await changesSent(sandbox)).toBe(CHANGED);
			expect((await minute()).items('Changed companies')).toEqual([]);
		},
	};
};
