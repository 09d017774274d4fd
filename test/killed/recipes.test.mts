import { killableSuite, killedInTheMiddle, type Driver } from '../support/recipes/drive.mts';
import { driver as bulkByPages } from '../support/recipes/killed/bulk-by-pages.mts';
import { driver as contractData } from '../support/recipes/killed/contract-data-to-postgres.mts';
import { driver as contractFromDeal } from '../support/recipes/killed/contract-from-deal-to-signed.mts';
import { driver as counterpartiesInSync } from '../support/recipes/killed/counterparties-in-sync.mts';
import { driver as renewalsToTasks } from '../support/recipes/killed/renewals-to-tasks.mts';
import { driver as sendAndWait } from '../support/recipes/killed/send-and-wait.mts';
import { driver as signedDocumentsArchived } from '../support/recipes/killed/signed-documents-archived.mts';
import { driver as signedElsewhere } from '../support/recipes/killed/signed-elsewhere.mts';

/** The recipes that have tests of their own; those of driven.test are killed there. */
const DRIVERS: Record<string, Driver> = {
	'bulk-by-pages': bulkByPages,
	'contract-data-to-postgres': contractData,
	'contract-from-deal-to-signed': contractFromDeal,
	'counterparties-in-sync': counterpartiesInSync,
	'renewals-to-tasks': renewalsToTasks,
	'send-and-wait': sendAndWait,
	'signed-documents-archived': signedDocumentsArchived,
	'signed-elsewhere': signedElsewhere,
};

const suite = killableSuite();

test.each(Object.entries(DRIVERS))(
	'%s: n8n is killed in the middle, and nothing is lost or done twice',
	async (_name, driver) => {
		await killedInTheMiddle(suite.host(), suite.killable(), driver);
	},
);
