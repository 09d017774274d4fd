import { isDate, toUtc } from '../../schemas/formats.mts';
import type { FieldMap, FieldValue } from '../../schemas/values.mts';
import type { ContractType } from '../catalog.mts';

/** Start and end date, as far as the contract type takes them from fields. */
export function fieldDates(type: ContractType, fields: FieldMap) {
	return {
		start_at: dateIn(fields, type.startFieldId),
		end_at: dateIn(fields, type.endFieldId),
	};
}

function dateIn(fields: FieldMap, fieldId: string | null): string | null {
	const value: FieldValue | undefined = fieldId === null ? undefined : fields[fieldId];
	return typeof value === 'string' && isDate(value) ? toUtc(value) : null;
}
