import { until } from '../../../../host/lib/client/until.mts';
import { expectAllContracts, importContractData } from '../contract-data-to-postgres.mts';
import { rows } from '../../database.mts';
import { atRest, heldAt, type Driver } from '../drive.mts';

/** n8n is killed in the middle of the first filling, and changes come while it is off; it is filled once more. */
export const driver: Driver = async (host) => {
	const { control } = host.sandbox;
	const data = await importContractData(host);
	await data.publish();
	const fill = async () => await host.n8n.start(data.id, { from: 'Set up' });
	const written = async () => (await rows(host.postgres, 'SELECT * FROM contract_data')).length;

	return {
		start: fill,
		hold: async () => await heldAt(host, 'GET /contracts/:id/consolidated', 10),
		async finish() {
			for (let i = 0; i < 3; i++) await control.createContract({ status: 'draft', silent: false });
			const run = await host.n8n.run(data.id, { from: 'Set up' });
			expect(run.error).toBeUndefined();
			const pending = async () => await control.deliveries({ status: 'pending' });
			await until(pending, (all) => all.length === 0, 'end of the deliveries');
			await atRest(host, data.id);
		},
		async expectDone() {
			await expectAllContracts(host);
			expect(await written()).toBeGreaterThan(20);
			await host.n8n.unpublish(data.id);
		},
	};
};
