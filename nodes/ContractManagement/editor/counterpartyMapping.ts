import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { identifierIn } from '../api/identifiers';
import { SMALL_PAGE_SIZE } from '../api/limits';
import { isBlank } from '../api/options';
import { isObject } from '../api/shapes';
import type { Counterparty, FieldValue } from '../api/types';
import { counterpartyById } from '../transport/counterparty';
import { connect, type Connection } from '../transport/connection';
import { readOne } from '../transport/lists/paginate';

/**
 * The columns for a counterparty's own fields. The service has no list of these fields, so they are those that the
 * chosen counterparty has, or the newest ones have; an example of a value says which field an id stands for.
 */
export async function getCounterpartyFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const connection = await connect(this);
	const id = identifierIn(counterpartyIdOf(this));
	const chosen = id ? await counterpartyById(connection, id) : undefined;
	const examples = examplesOf(chosen ? [chosen] : await newest(connection));
	return {
		fields: [...examples].map(([field, value]) => column(field, value)),
		emptyFieldsNotice: 'No counterparty has fields of its own yet. Use Further Fields.',
	};
}

// Sync does not always show the locator, and n8n refuses to extract the value of a field that is not shown.
function counterpartyIdOf(context: ILoadOptionsFunctions): unknown {
	const locator: unknown = context.getCurrentNodeParameter('counterpartyId');
	return isObject(locator) ? locator.value : locator;
}

async function newest(connection: Connection): Promise<Counterparty[]> {
	const list = { method: 'GET' as const, path: '/counterparties' };
	return (await readOne<Counterparty>(connection, list, SMALL_PAGE_SIZE, null)).records;
}

/** By field id, a value that the field has somewhere. */
function examplesOf(counterparties: Counterparty[]): Map<string, FieldValue> {
	const examples = new Map<string, FieldValue>();
	for (const { fields } of counterparties) {
		for (const [id, value] of Object.entries(fields ?? {})) {
			if (isBlank(examples.get(id))) examples.set(id, value);
		}
	}
	return examples;
}

function column(id: string, example: FieldValue): ResourceMapperField {
	return {
		id,
		// The editor shows about 25 letters, and ids are alike at their beginning.
		displayName: isBlank(example) ? id : `e.g. ${shortened(example)} (${id})`,
		defaultMatch: false,
		required: false,
		display: true,
		type: widgetOf(example),
	};
}

function widgetOf(example: FieldValue): ResourceMapperField['type'] {
	if (Array.isArray(example)) return 'array';
	const type = typeof example;
	return type === 'number' || type === 'boolean' ? type : 'string';
}

function shortened(value: FieldValue): string {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.length > 30 ? `${text.slice(0, 30)}…` : text;
}
