import { startSandbox, type Sandbox } from '../support/sandbox.mts';
import { knowing } from '../support/profiled.mts';
import { runOperation } from '../support/runOperation.mts';
import { CASES } from './cases/index.mts';
import { comparable } from './variants/comparable.mts';
import { walk } from './variants/walk.mts';

/** A service with other names and ways than assumed in every entry. */
const OTHER = {
	'creation-form-fields': 'smartFields',
	'creation-form-field-id': 'attributeDefinitionId',
	'creation-form-field-name': 'label',
	'creation-form-default': 'preset',
	'field-required': 'mandatory',
	'field-options': 'choices',
	'field-option': 'value-label',
	'field-help-text': 'hint',
	'contract-create-fields': 'pairs',
	'contract-create-response': 'text',
	'contract-list-items': 'partial',
	'contract-name-filter': 'title',
	'clause-name-filter': 'term',
	'counterparty-name-filter': 'exact-case',
	'file-url': 'href',
	'file-name': 'title',
	'file-content-type': 'mimeType',
	'upload-url-key': 'storageKey',
	'upload-url-address': 'signedUrl',
	'counterparty-patch-fields': 'merge',
	'records-put': 'keep',
	'errors-details-field': 'fieldName',
	'errors-details-value': 'providedValue',
	'errors-details-options': 'allowed',
};

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ seed: 'demo' });
});
afterAll(async () => await sandbox?.stop());

const TITLED = CASES.map((each) => [`${each.operation} ${each.does}`, each] as const);

test.each(TITLED)('%s: comes to the same on a service of another profile', async (_title, each) => {
	const plain = await walk(sandbox, each);
	const other = await walk(sandbox, each, [], {}, { plays: OTHER });
	expect(comparable(other)).toEqual(comparable(plain));
});

/** What the one error of each entry is about, where the credential does not know of it. */
const UNKNOWN: Array<[entry: keyof typeof OTHER, operation: string]> = [
	['creation-form-fields', 'contractType.getCreationForm'],
	['creation-form-field-id', 'contractType.getCreationForm'],
	['creation-form-field-name', 'contractType.getCreationForm'],
	['field-options', 'contractType.getCreationForm'],
	['field-option', 'contractType.getCreationForm'],
	['contract-create-response', 'contract.create'],
	['clause-name-filter', 'clause.getAll'],
	['file-url', 'contract.downloadSignedFiles'],
	['file-url', 'contract.downloadCurrentVersion'],
	['upload-url-key', 'file.upload'],
	['upload-url-address', 'file.upload'],
	['upload-url-key', 'contract.markAsSigned'],
];

test.each(UNKNOWN)(
	'where the credential does not know %s, %s names it',
	async (entry, operation) => {
		const cases = CASES.filter((each) => each.operation === operation);
		for (const each of cases) {
			await walk(sandbox, each);
			await sandbox.control.clearRequests();
			const { error, description } = await walk(
				sandbox,
				each,
				[],
				{},
				{
					plays: { [entry]: OTHER[entry] },
					knows: {},
				},
			);
			if (error === undefined) continue;
			expect(description).toMatch(new RegExp(`(^| )${entry}: expected is `));
			expect(description).toMatch(
				/run `npm run probe`, and paste what it saves into Service Profile/,
			);
			return;
		}
		throw new Error('None of the cases failed');
	},
);

test.each([
	[
		'{"file-urls": "href"}',
		"Service Profile has no entry 'file-urls'. Entries: creation-form-fields, ",
	],
	[
		'{"records-put": "drop"}',
		"Entry records-put of Service Profile cannot be 'drop'. Allowed: replace, keep",
	],
	['{', 'Service Profile is not a JSON object'],
])('the Service Profile %s is refused before anything is sent', async (serviceProfile, message) => {
	await sandbox.control.clearRequests();
	const credential = { ...knowing(sandbox.baseUrl, {}), serviceProfile };
	const { error } = await runOperation(sandbox.baseUrl, 'organization.get', {}, [{}], {
		credential,
	});
	expect(error?.message).toContain(message);
	expect(error?.description).toContain('Open the credential and correct its Service Profile');
	expect(await sandbox.control.requests()).toEqual([]);
});
