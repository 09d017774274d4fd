import { byId } from '../../support/byId.mts';
import { operationCase } from './case.mts';
import { FORM, type Form } from './contractFixtures.mts';

export const contractTypeCases = [
	operationCase<{ forms: Form[] }>({
		operation: 'contractType.getCreationForm',
		does: 'describes templates, fields and options of each type',
		fixture: {
			recorded: () => ({ forms: [FORM, FORM, FORM] }),
			live: async (sandbox) => {
				const { contractTypes } = await sandbox.control.fixtures();
				const forms = contractTypes.slice(0, 3).map(async ({ id }: { id: string }) => {
					return (await sandbox.api('GET', `/contract-types/${id}/creation-form`)).body;
				});
				return { forms: await Promise.all(forms) };
			},
		},
		run: ({ forms }) => ({
			parameters: { contractTypeId: byId('={{ $json.type }}') },
			inputs: forms.map(({ contractTypeId }) => ({ type: contractTypeId })),
			calls: forms.map((form) => ({
				method: 'GET',
				path: `/contract-types/${form.contractTypeId}/creation-form`,
				reply: { body: form },
			})),
			outputs: forms.map((form) => [form]),
		}),
	}),
];
