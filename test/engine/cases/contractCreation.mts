import { byId } from '../../support/byId.mts';
import type { Sandbox } from '../../support/sandbox.mts';
import { operationCase, uuid } from './case.mts';
import { contract, FORM, TEMPLATE, TYPE } from './contractFixtures.mts';

interface Creation {
	typeId: string;
	templateId: string;
	counterpartyIds: string[];
	/** Ids of the fields by name. */
	fields: Record<string, string>;
}

const creation = {
	recorded: (): Creation => ({
		typeId: TYPE.id,
		templateId: TEMPLATE.id,
		counterpartyIds: [1, 2, 3].map((n) => uuid('y', n)),
		fields: Object.fromEntries(FORM.fields.map(({ id, name }) => [name, id])),
	}),
	live: async ({ control }: Sandbox): Promise<Creation> => {
		const { contractTypes, counterparties } = await control.fixtures();
		const [type] = contractTypes;
		return {
			typeId: type.id,
			templateId: type.templates[0].id,
			counterpartyIds: counterparties.slice(0, 3).map(({ id }: { id: string }) => id),
			fields: Object.fromEntries(
				type.fields.map(({ id, name }: { id: string; name: string }) => [name, id]),
			),
		};
	},
};

const create = operationCase<Creation>({
	operation: 'contract.create',
	does: 'creates each contract with values as a CRM has them, reading the form once',
	fixture: creation,
	run: ({ typeId, templateId, counterpartyIds, fields }) => {
		const values = (n: number) => ({
			[fields.Reference]: `PO-${n}`,
			[fields['Payment term']]: '60-days',
			[fields['Contract value']]: 1200.5,
			[fields['End date']]: '2027-12-31',
			[fields['Auto-renewal']]: true,
			[fields['Scope of work']]: [
				{ type: 'paragraph', children: [{ text: 'Delivery ' }, { text: 'at once', bold: true }] },
			],
		});
		const body = (n: number) => ({
			contractTypeId: typeId,
			templateId,
			counterpartyId: counterpartyIds[n],
			name: `Deal ${n}`,
			fields: values(n),
			integration: { type: 'crmOne', externalEntity: 'deal', externalId: `D-${n}` },
		});
		return {
			parameters: {
				contractTypeId: byId(typeId),
				templateId: byId(templateId),
				counterpartyId: byId('={{ $json.account }}'),
				name: '={{ $json.title }}',
				fields: {
					mappingMode: 'defineBelow',
					value: {
						[fields.Reference]: '={{ $json.po }}',
						[fields['Payment term']]: '={{ $json.term }}',
						[fields['Contract value']]: '={{ $json.amount }}',
						[fields['End date']]: '={{ $json.ends }}',
						[fields['Auto-renewal']]: '={{ $json.renews }}',
						[fields['Scope of work']]: '={{ $json.scope }}',
					},
					schema: [],
					matchingColumns: [],
				},
				integration: {
					type: 'crmOne',
					externalEntity: 'deal',
					externalId: '={{ $json.deal }}',
					externalUrl: '',
				},
				options: { fieldsAs: 'byId' },
			},
			inputs: counterpartyIds.map((account, n) => ({
				account,
				title: `Deal ${n}`,
				po: `PO-${n}`,
				term: '60 DAYS',
				amount: '1200.50',
				ends: '2027-12-31T00:00:00.000Z',
				renews: 'yes',
				scope: 'Delivery **at once**',
				deal: `D-${n}`,
			})),
			calls: [
				{
					method: 'GET',
					path: `/contract-types/${typeId}/creation-form`,
					reply: { body: FORM },
				},
				...counterpartyIds.map((id, n) => ({
					method: 'POST' as const,
					path: '/contracts',
					body: body(n),
					reply: {
						status: 201,
						body: contract(n + 1, {
							name: `Deal ${n}`,
							counterparty: { id, name: 'Any' },
							integration: { ...body(n).integration, externalUrl: '' },
							fields: Object.entries(values(n)).map(([attributeDefinitionId, value]) => ({
								attributeDefinitionId,
								name: attributeDefinitionId,
								value,
							})),
						}),
					},
				})),
			],
			outputs: counterpartyIds.map((counterpartyId, n) => [
				expect.objectContaining({
					action: 'created',
					name: `Deal ${n}`,
					status: 'draft',
					counterpartyId,
					externalId: `D-${n}`,
					fields: expect.objectContaining(values(n)),
				}),
			]),
		};
	},
});

export const contractCreationCases = [create];
