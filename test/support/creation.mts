import type { IDataObject, INodeType } from 'n8n-workflow';
import { byId } from './byId.mts';
import { credentialData } from './credentials.mts';
import { runNode } from './engine.mts';
import { sandboxSuite } from './sandboxSuite.mts';

interface ContractType {
	id: string;
	name: string;
	templates: Array<{ id: string }>;
	fields: Array<{ id: string; name: string }>;
}

let executions = 0;

/** Create Contract against one sandbox for all tests of a file: a contract type with a form, and rows as a CRM has them. */
export function creationSuite() {
	const sandbox = sandboxSuite({ seed: 'demo' });
	let type: ContractType;
	let serviceProfile = '';
	beforeEach(async () => {
		serviceProfile = '';
		const { contractTypes } = await sandbox().control.fixtures();
		[type] = contractTypes;
	});

	const fieldId = (name: string) => type.fields.find((field) => field.name === name)!.id;

	/** A resource mapper as the editor saves it. */
	function mapped(values: Record<string, unknown>) {
		const byFieldId = Object.entries(values).map(([name, value]) => [fieldId(name), value]);
		return {
			mappingMode: 'defineBelow',
			value: Object.fromEntries(byFieldId) as Record<string, unknown>,
			matchingColumns: [],
			schema: type.fields.map(({ id, name }) => ({
				id,
				displayName: name,
				defaultMatch: false,
				required: false,
				display: true,
				type: 'string',
			})),
		};
	}

	/** Creates a contract for each input item, with the parameters of `more` over those that every contract needs. */
	async function create(
		items: IDataObject[],
		more: Record<string, unknown> = {},
		nodeSettings: object = {},
		executionId = `create ${(executions += 1)}`,
		timezone = 'America/Los_Angeles',
		node?: INodeType,
	) {
		return await runNode({
			credential: credentialData(sandbox().baseUrl, undefined, { serviceProfile }),
			executionId,
			node,
			nodeSettings,
			workflowSettings: { timezone },
			items: items.map((json) => ({ json })),
			parameters: {
				resource: 'contract',
				operation: 'create',
				contractTypeId: byId(type.id),
				templateId: byId(type.templates[0].id),
				counterpartySource: 'name',
				counterpartyName: '={{ $json.account }}',
				fields: mapped({
					Reference: '={{ $json.reference }}',
					'Payment term': '={{ $json.term }}',
				}),
				...more,
			},
		});
	}

	/** How many creations reached the service. */
	async function posts(): Promise<number> {
		return (await sandbox().control.requests({ method: 'POST', route: '/contracts' })).length;
	}

	/** Has the service play the profile, and the credential know of it. */
	async function profile(entries: Record<string, string>) {
		serviceProfile = JSON.stringify(await sandbox().control.profile(entries));
	}

	return { sandbox, type: () => type, fieldId, mapped, create, posts, profile };
}

/** A row of a CRM. */
export const row = (n: number, more: IDataObject = {}): IDataObject => ({
	account: `Account ${n % 7}`,
	reference: `PO-${n}`,
	term: '30 days',
	deal: `DEAL-X-${n}`,
	...more,
});

/** The Integration Link of the rows. */
export const LINK = { type: 'crmOne', externalEntity: 'deal', externalId: '={{ $json.deal }}' };
