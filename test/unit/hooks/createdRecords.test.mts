import { Columns } from '../../../nodes/ContractManagement/operations/customObjectRecord/columns';
import { createdRecords } from '../../../nodes/ContractManagement/operations/customObjectRecord/created';
import type { PlannedRecord } from '../../../nodes/ContractManagement/operations/customObjectRecord/plan';

const columns = new Columns([], 'utc');

const input = (sku: string): PlannedRecord => ({
	id: null,
	values: new Map([['sku', sku]]),
	rows: [],
});

const fresh = (...skus: string[]) =>
	skus.map((sku, i) => ({
		id: `${i}`,
		fromCatalogRecordId: null,
		fields: [{ smartFieldId: 'sku', type: 'string', rawValue: sku, resolvedValue: sku }],
	}));

test.each<[string, string[], string[], boolean, Array<string | undefined>]>([
	['that the service changed, as it is the only new one', ['a'], ['A'], true, ['0']],
	['where it may be one that was there before', ['a'], ['A'], false, [undefined]],
	['that looks like another, in any order', ['a', 'a'], ['a', 'a'], true, ['0', '1']],
	['that looks like one of another client', ['a'], ['a', 'a'], true, [undefined]],
	['beside one of another client', ['a', 'b'], ['x', 'b', 'a'], true, ['2', '1']],
	['that is not there, like another', ['a', 'b'], ['b'], true, [undefined, '0']],
])('the ID of a new row %s: %j shown as %j', (_which, skus, shown, isNew, ids) => {
	const inputs = skus.map(input);
	const found = createdRecords(inputs, { fresh: fresh(...shown), isNew }, columns);
	expect(inputs.map((each) => found.get(each)?.id)).toEqual(ids);
});
