import { fields, types } from './demo.mts';

const byIdOf = (value: string) => ({ __rl: true, mode: 'id', value });

const column = (id: string, displayName: string) => ({
	...{ id, displayName, type: 'string', display: true, required: false },
	...{ defaultMatch: false, canBeUsedToMatch: false },
});

const GONE = '0f100000-0000-4000-8000-000000000099';

/** Create, set up for a form that had two fields: one is called otherwise today, one is gone, and others were added. */
export const OUTDATED_FORM = {
	...{ resource: 'contract', operation: 'create', counterpartySource: 'none' },
	contractTypeId: byIdOf(types.order.id),
	templateId: byIdOf(types.order.templateId),
	fields: {
		mappingMode: 'defineBelow',
		value: { [fields.reference]: 'ORD-1', [GONE]: 'Sales' },
		matchingColumns: [],
		schema: [column(fields.reference, 'Order number'), column(GONE, 'Cost center')],
	},
};
