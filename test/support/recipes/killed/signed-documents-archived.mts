import { until } from '../../../../host/lib/client/until.mts';
import { recipe } from '../../../../host/lib/recipes.mts';
import { withoutClock } from '../clock.mts';
import { atRest, heldAt, type Driver } from '../drive.mts';
import {
	archivedFiles,
	catchUp,
	expectArchived,
	publishArchive,
} from '../signed-documents-archived.mts';

/** Contracts are signed, and n8n is killed while it downloads the second one's files; the next hour comes. */
export const driver: Driver = async (host) => {
	const { control } = host.sandbox;
	const source = withoutClock(recipe('signed-documents-archived.json'));
	const workflow = await publishArchive(host, source);
	const contracts: string[] = [];
	for (let i = 0; i < 5; i++) {
		contracts.push((await control.createContract({ status: 'draft' })).id);
	}
	return {
		async start() {
			for (const id of contracts) {
				const signedFiles = [{ name: 'Main.pdf' }, { name: 'Annex.pdf' }];
				await control.setContractState(id, { status: 'signed', signedFiles });
			}
		},
		hold: async () => await heldAt(host, 'GET /contracts/:id/signed-files', 1),
		async finish() {
			const pending = async () => await control.deliveries({ status: 'pending' });
			await until(pending, (all) => all.length === 0, 'end of the deliveries');
			await atRest(host, workflow.id);
			expect((await catchUp(host, workflow)).error).toBeUndefined();
		},
		async expectDone() {
			for (const id of contracts) {
				await expectArchived(host, id);
				expect(archivedFiles(host, id)).toHaveLength(2);
			}
			expect((await catchUp(host, workflow)).items('Not archived yet')).toEqual([]);
			await host.n8n.unpublish(workflow.id);
		},
	};
};
