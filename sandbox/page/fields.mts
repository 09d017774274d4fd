import type { Call } from '../http/operation.mts';
import type { Contract } from '../schemas/contract.mts';
import type { Counterparty } from '../schemas/counterparty.mts';
import type { FieldDefinition } from '../store/catalog.mts';
import { optionsOf } from '../store/fields/check.mts';

/** The fields of a contract as a person reads them: options and linked records by their names instead of their ids. */
export function readableFields(call: Call, { fields }: Contract) {
	return fields.map(({ attributeDefinitionId, name, value }) => ({
		name,
		value: readable(call, call.catalog.contractFields.get(attributeDefinitionId), value),
	}));
}

/** The own fields of a counterparty, likewise. */
export function readableOwnFields(call: Call, { fields }: Counterparty) {
	return Object.entries(fields).map(([id, value]) => {
		const definition = call.catalog.counterpartyFields.get(id);
		return { name: definition?.name ?? id, value: readable(call, definition, value) };
	});
}

function readable({ database }: Call, definition: FieldDefinition | undefined, value: unknown) {
	const options = definition ? optionsOf(database, definition) : [];
	const nameOf = (one: unknown) => options.find(({ id }) => id === one)?.name ?? one;
	return Array.isArray(value) ? value.map(nameOf) : nameOf(value);
}
