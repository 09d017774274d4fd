import { byId } from './byId.mts';
import { fields, types } from './demo.mts';

/** Create, filled in as the editor does. */
export const create = {
	resource: 'contract',
	operation: 'create',
	contractTypeId: byId(types.order.id),
	templateId: byId(types.order.templateId),
	counterpartySource: 'name',
	counterpartyName: 'Oldest Ltd',
	name: 'Made in a real n8n',
	fields: {
		mappingMode: 'defineBelow',
		value: {
			[fields.reference]: 'OLD-1',
			[fields.startDate]: '2027-01-01',
			[fields.endDate]: '2027-12-31',
			[fields.paymentTerm]: '={{ "30 days" }}',
		},
		matchingColumns: [],
		schema: [],
	},
};

/** The same with a template of another contract type, which the service refuses. */
export const refused = { ...create, templateId: byId(types.msa.templateId) };
