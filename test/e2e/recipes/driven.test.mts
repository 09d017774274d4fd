import { driver as archiveToObjectStorage } from '../../support/recipes/archive-to-object-storage.mts';
import { driver as crmStageBack } from '../../support/recipes/crm-stage-back.mts';
import {
	killedInTheMiddle,
	startKillableN8n,
	undisturbed,
	type Driver,
	type KillableN8n,
} from '../../support/recipes/drive.mts';
import { driver as fromASpreadsheet } from '../../support/recipes/from-a-spreadsheet.mts';
import type { RecipeHost } from '../../support/recipes/host.mts';
import { driver as renewalsInStages } from '../../support/recipes/renewals-in-stages.mts';
import { driver as requestForm } from '../../support/recipes/request-form.mts';
import { driver as signedAtOnce } from '../../support/recipes/signed-at-once.mts';
import { driver as whenSomethingFails } from '../../support/recipes/when-something-fails.mts';

const DRIVERS: Record<string, Driver> = {
	'archive-to-object-storage': archiveToObjectStorage,
	'crm-stage-back': crmStageBack,
	'from-a-spreadsheet': fromASpreadsheet,
	'renewals-in-stages': renewalsInStages,
	'request-form': requestForm,
	'signed-at-once': signedAtOnce,
	'when-something-fails': whenSomethingFails,
};

let killable: KillableN8n;
let host: (RecipeHost & { stop(): Promise<void> }) | undefined;

beforeAll(async () => {
	killable = await startKillableN8n();
});

beforeEach(async () => {
	host = await killable.host();
});

afterEach(async () => {
	const { workflows, unpublish } = killable.n8n.current();
	for (const { id, active } of await workflows()) if (active) await unpublish(id);
	await host?.stop();
});

afterAll(async () => {
	await killable?.stop();
});

describe.each(Object.entries(DRIVERS))('%s', (_name, driver) => {
	test('does what its page says', async () => {
		await undisturbed(host!, driver);
	});

	test('n8n is killed in the middle: nothing is lost, and nothing is done twice', async () => {
		await killedInTheMiddle(host!, killable, driver);
	});
});
