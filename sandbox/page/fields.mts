import type { Call } from '../http/operation.mts';
import type { Contract } from '../schemas/contract.mts';
import { optionsOf } from '../store/fields/check.mts';

/** The fields of a contract as a person reads them: options and linked records by their names instead of their ids. */
export function readableFields({ database, catalog }: Call, { fields }: Contract) {
	return fields.map(({ attributeDefinitionId, name, value }) => {
		const definition = catalog.contractFields.get(attributeDefinitionId);
		const options = definition ? optionsOf(database, definition) : [];
		const readable = (one: unknown) => options.find(({ id }) => id === one)?.name ?? one;
		return { name, value: Array.isArray(value) ? value.map(readable) : readable(value) };
	});
}
