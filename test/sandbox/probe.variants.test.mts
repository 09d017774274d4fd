import { differences, probe } from '../support/probe.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

/**
 * What the probe names for every variant of the sandbox, and nothing else. Variants that only a webhook delivery, or a
 * request that the probe never sends, would show have an empty list.
 */
const NAMED: Record<string, string[]> = {
	attributeDefinitionIds: ['creation-form'],
	bareArrays: ['pagination'],
	camelCasePaging: ['pagination'],
	caseSensitiveNames: ['counterparty-name-filter'],
	clauseFilterIgnored: ['clause-name-filter'],
	counterpartyFieldsReplace: ['counterparty-patch'],
	counterpartyInPayload: [],
	createAnswersBareId: ['contract-create-response'],
	createAnswersData: ['contract-create-response'],
	createAnswersId: ['contract-create-response'],
	dataWrapped: ['contract-create-response', 'response-wrapping'],
	dataWrappedWithMeta: ['contract-create-response', 'response-wrapping'],
	datesAsTimes: [],
	dateRangeOneSided: ['date-range'],
	datesMissing: ['contract-dates'],
	deprecationHeaderAbsent: ['deprecated-version'],
	emptyPutBody: ['records-put'],
	emptySendBody: [],
	errorDetailsEmpty: ['errors-details'],
	errorAllowedKey: ['errors-details'],
	errorOptionsKey: ['errors-details'],
	fieldsAsArrayOnly: ['contract-create'],
	fieldsAsObjectOnly: [],
	fileBody: ['current-version', 'signed-files'],
	filesEmpty: ['signed-files'],
	filesNotReady: ['current-version', 'signed-files'],
	filesRedirect: ['current-version', 'signed-files'],
	helpTextMissing: ['creation-form'],
	labelKeys: ['creation-form'],
	linksOnly: ['pagination'],
	nameFilterRefused: ['clause-name-filter', 'contract-name-filter'],
	nestedContract: [],
	numbersAsText: ['records-values'],
	offsetTimestamps: ['timestamps'],
	optionStrings: ['creation-form'],
	optionValueLabel: ['creation-form'],
	otherDefaultOrder: ['contract-list-order'],
	otherEventNames: [],
	otherTypeWords: ['creation-form'],
	overlappingPages: ['spec-paging'],
	partialContracts: ['contract-list-items'],
	patchNoContent: ['contract-patch'],
	plainContractIds: ['contract-id'],
	prefixedDeliveryIds: [],
	prefixedReferences: ['contract-references'],
	recordsChangedOnly: ['records-created'],
	recordsNewestFirst: ['records-created'],
	'recordsPut=replace': ['records-put'],
	secondTimestamps: ['timestamps'],
	severalEvents: [],
	signedUrlKey: ['upload-url'],
	smartFieldsKey: ['creation-form'],
	smartFieldsSnakeKey: ['creation-form'],
	sortRefused: ['contract-list-sort'],
	stringFieldValues: ['contract-field-values'],
	uploadHeaders: ['upload-url'],
	uploadUrlKey: ['upload-url'],
	upperSnakeEventNames: [],
	zipBody: ['current-version', 'signed-files'],
};

/** Several at once, as a real service would have them. */
const COMBINED = [
	['camelCasePaging', 'plainContractIds', 'offsetTimestamps', 'fileBody'],
	['dataWrapped', 'smartFieldsKey', 'labelKeys', 'sortRefused', 'errorOptionsKey'],
	['linksOnly', 'partialContracts', 'datesMissing', 'createAnswersId', 'recordsPut=replace'],
];

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());

test('every variant of the sandbox has its row here', async () => {
	const { known } = await sandbox.control.variants();
	expect(known.map(({ name }) => name).toSorted()).toEqual(Object.keys(NAMED).toSorted());
});

test.each(Object.entries(NAMED))('%s is named exactly: %j', async (variant, ids) => {
	expect(await namedUnder([variant])).toEqual(ids);
});

test.each(COMBINED.map((names) => [names] as const))('together: %j', async (variants) => {
	const ids = new Set(variants.flatMap((name) => NAMED[name]!));
	expect(await namedUnder(variants)).toEqual([...ids].toSorted());
});

async function namedUnder(variants: readonly string[]): Promise<string[]> {
	await sandbox.control.reset();
	await sandbox.control.variants([...variants]);
	const { report } = await probe([
		...['--base-url', sandbox.baseUrl, '--requests-per-second', '1000', '--write'],
		...['--custom-object', 'c0000000-0000-4000-8000-000000000001'],
	]);
	return differences(report);
}
