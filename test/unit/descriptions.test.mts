import { readFileSync } from 'node:fs';
import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { ContractManagementTrigger } from '../../nodes/ContractManagement/ContractManagementTrigger.node';
import { operationOptions } from '../support/operations.mts';
import { shownTexts } from '../support/shownTexts.mts';

/** What an agent has to choose by: n8n shows it the action and the description of each operation. */
const OPERATIONS = operationOptions();

describe.each(
	OPERATIONS.map(({ resource, option }) => [`${resource}.${option.value}`, option] as const),
)('%s', (_name, { action = '', description = '' }) => {
	test('has an action that reads like an instruction', () => {
		expect(action).toMatch(/^[A-Z][a-z]+ [\w ,']+$/);
	});

	test('is described in more than its name, as a sentence', () => {
		expect(description.split(' ').length).toBeGreaterThan(7);
		expect(description).toMatch(/^[A-Z][^]*[\w).]$/);
		expect(description).not.toMatch(/<|\bhttps?:/);
		expect(description.endsWith('.')).toBe(/\. [A-Z]/.test(description));
	});
});

/** `place: text` of those that break a rule, so that a failure names the parameter. */
function breaking(isBreaking: (text: string) => boolean, keys?: string[]): string[] {
	return shownTexts()
		.filter(({ key, text }) => (!keys || keys.includes(key)) && isBreaking(text))
		.map(({ place, key, text }) => `${place} (${key}): ${text}`);
}

test('no text in the editor is longer than 160 characters', () => {
	expect(shownTexts().length).toBeGreaterThan(300);
	expect(breaking((text) => text.length > 160)).toEqual([]);
});

test('actions say what models may take for something else, as they read nothing but them', () => {
	const actions = Object.fromEntries(
		OPERATIONS.map(({ resource, option }) => [`${resource}.${option.value}`, option.action]),
	);
	expect(actions).toMatchObject({
		'clause.get': 'Get text of a clause by ID',
		'clause.getAll': 'Search clauses of the library',
		'contract.create': 'Create draft contract',
		'contract.get': 'Get contract by ID',
		'contract.getAll': 'Search contracts',
		'contract.markAsSigned': 'Record PDFs signed elsewhere',
		'contract.update': 'Move contract to a folder',
		'contractType.getCreationForm': 'Describe contract type',
		'counterparty.sync': 'Find counterparty and change what differs',
		'customObject.get': 'Get columns of a dynamic table',
		'customObjectRecord.upsert': "Write rows of a contract's dynamic table",
		'counterparty.update': 'Update counterparty by ID',
		'file.upload': 'Upload file and get its storage key',
		'member.update': 'Change role, status or groups of a member',
		'organization.get': 'Get organization of the API key',
	});
});

test.each([
	[1, { contract: 'create', customObjectRecord: 'upsert' }],
	[1.1, { contract: 'getAll', customObjectRecord: 'getAll' }],
])(
	'version %s, where no operation was chosen, has the one that it is saved without',
	(typeVersion, first) => {
		const { description } = new ContractManagement();
		const chosenFor = (resource: string) =>
			NodeHelpers.getNodeParameters(
				description.properties,
				{ resource },
				true,
				false,
				{ typeVersion },
				description,
			)!.operation;
		const chosen = Object.keys(first).map((resource) => [resource, chosenFor(resource)]);
		expect(Object.fromEntries(chosen)).toEqual(first);
	},
);

test('texts in the editor are in plain words', () => {
	const awkward = /\bblanks?\b|whatever its case|\bbut for\b|\btold\b|\btakes\b|\bat the most\b/i;
	expect(breaking((text) => awkward.test(text))).toEqual([]);
});

test('no two operations have the same action or description', () => {
	const texts = OPERATIONS.flatMap(({ option }) => [option.action, option.description]);
	expect(new Set(texts).size).toBe(texts.length);
});

test('Name says that a company is found in other letter case, too', () => {
	const { properties } = new ContractManagement().description;
	const ways = allProperties(properties)
		.flatMap(({ options = [] }) => options as INodePropertyOptions[])
		.filter(({ value, description }) => value === 'name' && description);
	expect(ways.length).toBeGreaterThan(1);
	for (const { description } of ways) expect(description).toMatch(/letter case/);
});

test('only version 1.1 lists signatories, so what both show does not promise it', () => {
	expect(breaking((text) => /output lists/.test(text))).toEqual([]);
});

test('every parameter that is not plain by its name is described', () => {
	const bare = allProperties(new ContractManagement().description.properties)
		.filter(({ name }) => !['resource', 'operation'].includes(name))
		.filter(({ type }) => type !== 'notice' && !EXPLAINED_INSIDE.includes(type))
		.filter(({ description, hint, options = [] }) => {
			const choices = options as INodePropertyOptions[];
			const isEachDescribed = choices.length > 0 && choices.every((each) => each.description);
			return !description && !hint && !isEachDescribed;
		})
		.map(({ displayName }) => displayName);
	expect(new Set(bare)).toEqual(new Set(KNOWN_BY_NAME));
});

test('every text that is empty at first shows an example', () => {
	const nodes = [new ContractManagement(), new ContractManagementTrigger()];
	const texts = nodes
		.flatMap(({ description }) => allProperties(description.properties))
		.filter(({ type, default: byDefault }) => type === 'string' && byDefault === '');
	expect(texts.length).toBeGreaterThan(20);
	const bare = texts.filter(({ placeholder = '' }) => !placeholder.startsWith('e.g. '));
	expect(bare.map(({ displayName }) => displayName)).toEqual([]);
});

test('the entry of the node panel that stands for all three nodes is found by the words of the triggers', () => {
	const aliases = (name: string): string[] =>
		JSON.parse(readFileSync(`nodes/ContractManagement/${name}.node.json`, 'utf8')).alias;
	const words = [
		...aliases('ContractManagementTrigger'),
		...aliases('ContractManagementPollingTrigger'),
	];
	expect(aliases('ContractManagement')).toEqual(expect.arrayContaining(words));
});

test('the webhook trigger speaks of both of its URLs wherever it speaks of one', () => {
	const { properties, triggerPanel } = new ContractManagementTrigger().description;
	const { executionsHelp } = triggerPanel as { executionsHelp: Record<string, string> };
	const notices = properties.filter(({ type }) => type === 'notice');
	expect(notices.length).toBeGreaterThan(0);
	const texts = [
		...notices.map(({ displayName }) => displayName),
		...Object.values(executionsHelp),
	];
	for (const text of texts) expect(text).toMatch(/test URL[^]*production URL/);
});

test('days are chosen without a time, files by their field, and slow lists say how to do without', () => {
	const properties = allProperties(new ContractManagement().description.properties);
	const named = (wanted: RegExp) =>
		properties.filter(({ name, type }) => type !== 'notice' && wanted.test(name));
	const days = named(/^(start|end)At(From|To)$/);
	expect(days.map(({ typeOptions }) => typeOptions?.dateOnly)).toEqual(days.map(() => true));
	const files = named(/^binaryProperties$/);
	expect(files.map(({ typeOptions }) => typeOptions?.binaryDataProperty)).toEqual([true, true]);
	const lists = properties.flatMap(({ modes = [] }) => modes.filter(({ type }) => type === 'list'));
	expect(lists.length).toBeGreaterThan(5);
	for (const { typeOptions } of lists) {
		expect(typeOptions?.slowLoadNotice?.message).toContain('By ID');
	}
});

/** Their entries are described, or their modes say how to choose. */
const EXPLAINED_INSIDE = ['collection', 'fixedCollection', 'resourceLocator'];

/** Labels that need no more words. */
const KNOWN_BY_NAME = [
	'Direction',
	'Email',
	'External ID',
	'External URL',
	'Field',
	'Field ID',
	'Fields to Return',
	'First Name',
	'Last Name',
	'Name',
	'Name Contains',
	'Name to Find',
	'Operator',
	'Retry for Up To (Seconds)',
	'Status Is Any Of',
	'Status Is Not',
	'Value',
];

function allProperties(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		const nested = (property.options ?? []).flatMap((option) => {
			if ('values' in option) return option.values;
			return 'type' in option ? [option] : [];
		});
		return [property, ...allProperties(nested)];
	});
}
