import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { ID_PATTERN, SAMPLE_ID } from '../../api/identifiers';
import { Field } from '../../node/field';

const SLOW = { message: 'The list is read from the service. By ID is faster.', timeout: 5000 };

/** The contract in an address of the web application ("Contract", `contractUrl`). Other text is passed on, for our own message. */
const CONTRACT_IN_URL = '((?<=/project/)[^/?#]+|^(?![^]*/project/[^/?#])[^]+)';

/** What a locator has besides its label and name. Its modes are From List, and By ID. */
interface Locator extends Partial<INodeProperties> {
	/** The method of `methods.listSearch`. Without it there is no list to choose from. */
	search?: string;
	/** Shown below the field while one chooses from the list. */
	listHint?: string;
	modes?: INodePropertyMode[];
}

/** Chooses a contract from the list, by id, or by its address in the web application. */
export const contractLocator = locator('Contract', 'contractId', {
	search: 'searchContracts',
	builderHint: { propertyHint: 'ID, from Search contracts' },
	modes: [
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: `e.g. https://app.example.com/acme/project/${SAMPLE_ID}`,
			extractValue: { type: 'regex', regex: CONTRACT_IN_URL },
		},
	],
});

/** Chooses a contract type; the list holds the types that recent contracts have. */
export const contractTypeLocator = locator('Contract Type', 'contractTypeId', {
	search: 'searchContractTypes',
	listHint: 'The list has the types of recent contracts; enter the ID of any other',
	builderHint: { propertyHint: 'explore_node_resources finds the ID; Search contracts has it' },
});

export const counterpartyLocator = locator('Counterparty', 'counterpartyId', {
	search: 'searchCounterparties',
	builderHint: { propertyHint: 'ID, from Search counterparties' },
});

export const counterpartyFieldLocator = locator('Field', 'key', {
	search: 'searchCounterpartyFields',
	required: false,
});

export const clauseLocator = locator('Clause', 'clauseId', { search: 'searchClauses' });

/** Chooses a template of the contract type that `contractTypeId` names. */
export const templateLocator = locator('Template', 'templateId', {
	search: 'searchTemplates',
	builderHint: { propertyHint: 'explore_node_resources finds the ID, given contractTypeId' },
	typeOptions: { loadOptionsDependsOn: ['contractTypeId.value'] },
});

/** Chooses a member; the list holds those whom recent contracts name. */
export const memberLocator = locator('Member', 'memberId', { search: 'searchMembers' });

/** Chooses a folder; the list holds those that recent contracts are filed in. */
export const folderLocator = locator('Folder', 'folderId', {
	search: 'searchFolders',
	listHint: 'Folders are shown by the contracts in them',
});

export const customObjectLocator = locator('Custom Object', 'customObjectId', {
	hint: 'A dynamic table; an administrator has its ID',
});

function locator(
	displayName: string,
	name: string,
	{ search, listHint, modes = [], ...own }: Locator,
): Field<string> {
	const orChosen = search ? 'choose from the list, or ' : '';
	const errorMessage = `${displayName}: ${orChosen}enter a UUID such as ${SAMPLE_ID}`;
	const list = { searchListMethod: search, searchable: true, slowLoadNotice: SLOW };
	return new Field({
		displayName,
		name,
		type: 'resourceLocator',
		required: true,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list' as const,
				placeholder: 'Choose…',
				hint: listHint,
				typeOptions: list,
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string' as const,
				placeholder: `e.g. ${SAMPLE_ID}`,
				validation: [
					{ type: 'regex', properties: { regex: `^\\s*${ID_PATTERN}\\s*$`, errorMessage } },
				],
			},
			...modes,
		].filter((mode) => search ?? mode.type !== 'list'),
		default: { mode: search ? 'list' : 'id', value: '' },
		...own,
	});
}
