import { shown } from '../api/fieldProblems';
import { identifierIn, uuidOf } from '../api/identifiers';
import { SMALL_PAGE_SIZE } from '../api/limits';
import { containsName } from '../api/names';
import { chosen, isBlank } from '../api/options';
import type { Counterparty, FieldValue } from '../api/types';
import type { Connection } from '../transport/connection';
import { counterpartyById } from '../transport/counterparty';
import { readOne } from '../transport/lists/paginate';
import { newestContracts } from './recentContracts';
import { connectInEditor, notice, type ListSearch } from './search';

/**
 * A counterparty's own fields. The service has no list of them, so they are those that the chosen counterparty has, or
 * the newest ones have. They are called as recent contracts call a field of that id; where none does, by id and a value.
 */
export const searchCounterpartyFields: ListSearch = async function (filter) {
	const connection = await connectInEditor(this);
	// Not extracted: Sync does not always show the locator, and n8n refuses to extract from a field that is not shown.
	const id = identifierIn(chosen(this.getCurrentNodeParameter('counterpartyId')));
	const own = id ? await counterpartyById(connection, id) : undefined;
	const values = valuesIn(own ? [own] : await newest(connection));
	const none = notice('No counterparty has fields of its own yet: enter an ID');
	if (values.size === 0) return { results: [none] };
	const names = await namesInContracts(connection);
	const results = [...values].map(([field, value]) => ({
		name: names.get(uuidOf(field)) || (isBlank(value) ? field : withValue(field, value)),
		value: field,
	}));
	const isFound = (text: string) => containsName(text, filter);
	return { results: results.filter(({ name, value }) => isFound(name) || isFound(value)) };
};

async function newest(connection: Connection): Promise<Counterparty[]> {
	const list = { method: 'GET' as const, path: '/counterparties' };
	return (await readOne<Counterparty>(connection, list, SMALL_PAGE_SIZE, null)).records;
}

/** By field id, a value that the field has somewhere. */
function valuesIn(counterparties: Counterparty[]): Map<string, FieldValue> {
	const values = new Map<string, FieldValue>();
	for (const { fields } of counterparties) {
		for (const [id, value] of Object.entries(fields ?? {})) {
			if (isBlank(values.get(id))) values.set(id, value);
		}
	}
	return values;
}

// Names are a comfort: without contracts that can be read there are none.
async function namesInContracts(connection: Connection): Promise<Map<string, string>> {
	const named = newestContracts(connection, 1).then(({ records }) => {
		const fields = records.flatMap((contract) => contract.fields);
		return new Map(fields.map((field) => [uuidOf(field.attributeDefinitionId), field.name]));
	});
	const [read] = await Promise.allSettled([named]);
	return read.status === 'fulfilled' ? read.value : new Map<string, string>();
}

// The editor shows about 40 letters here, and the value tells people more than the middle of an ID.
function withValue(id: string, value: FieldValue): string {
	return `${id.slice(0, 8)}…${id.slice(-4)} (${shown(value, 30)})`;
}
