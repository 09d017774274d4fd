import { driver as approvalBeforeSigning } from '../support/recipes/approval-before-signing.mts';
import { driver as archiveToObjectStorage } from '../support/recipes/archive-to-object-storage.mts';
import { driver as crmStageBack } from '../support/recipes/crm-stage-back.mts';
import {
	killableSuite,
	killedInTheMiddle,
	undisturbed,
	type Driver,
} from '../support/recipes/drive.mts';
import { driver as fromASpreadsheet } from '../support/recipes/from-a-spreadsheet.mts';
import { driver as obligations } from '../support/recipes/obligations.mts';
import { driver as pdfOut } from '../support/recipes/pdf-out-for-signature.mts';
import { driver as renewalsInStages } from '../support/recipes/renewals-in-stages.mts';
import { driver as requestForm } from '../support/recipes/request-form.mts';
import { driver as signedAtOnce } from '../support/recipes/signed-at-once.mts';
import { driver as whenSomethingFails } from '../support/recipes/when-something-fails.mts';

const DRIVERS: Record<string, Driver> = {
	'approval-before-signing': approvalBeforeSigning,
	'archive-to-object-storage': archiveToObjectStorage,
	'crm-stage-back': crmStageBack,
	'from-a-spreadsheet': fromASpreadsheet,
	obligations,
	'pdf-out-for-signature': pdfOut,
	'renewals-in-stages': renewalsInStages,
	'request-form': requestForm,
	'signed-at-once': signedAtOnce,
	'when-something-fails': whenSomethingFails,
};

const suite = killableSuite();

describe.each(Object.entries(DRIVERS))('%s', (_name, driver) => {
	test('does what its page says', async () => {
		await undisturbed(suite.host(), driver);
	});

	test('n8n is killed in the middle: nothing is lost, and nothing is done twice', async () => {
		await killedInTheMiddle(suite.host(), suite.killable(), driver);
	});
});
