import { importRecipe, recipe } from '../../../../host/lib/recipes.mts';
import { expectOnce, FILE } from '../contract-from-deal-to-signed.mts';
import { heldAt, type Driver } from '../drive.mts';

/** n8n is killed when the contract is there and n8n does not know it yet; the deal comes again. */
export const driver: Driver = async (host) => {
	const { id } = await importRecipe(host.n8n, recipe(FILE), host.credentials);
	return {
		start: async () => await host.n8n.start(id),
		hold: async () => await heldAt(host, 'POST /contracts'),
		async finish() {
			expect((await host.n8n.run(id)).error).toBeUndefined();
		},
		expectDone: async () => await expectOnce(host.sandbox),
	};
};
