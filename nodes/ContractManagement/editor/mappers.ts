import type {
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { FieldKind, TypedField } from '../api/creationForm';
import { recordColumns, widgetOf } from '../api/recordColumns';
import { readCreationForm } from '../transport/creationForm';
import { readTable } from '../transport/customObjects';
import { statusOf } from '../transport/errors/requestError';
import { connectInEditor } from './connection';
import { chosenId } from './search';

const NO_CUSTOM_OBJECT =
	'Enter the ID of a custom object first. If it is an expression, use Map Automatically: input fields are matched by field name or ID.';

/** The columns of Create or Update Records: the record id, the catalog record id, and the smart fields. */
export async function getRecordColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const id = chosenId(this, 'customObjectId');
	if (!id) return { fields: [], emptyFieldsNotice: NO_CUSTOM_OBJECT };
	const connection = await connectInEditor(this);
	return await fieldsOrNotice(
		async () => recordColumns(await readTable(connection, id)),
		'This custom object has no fields.',
	);
}

const NO_CONTRACT_TYPE =
	'Choose the contract type from the list or by ID to see its fields. If it is an expression, use Options > Fields (JSON), or map automatically.';

/** The creation form of the chosen contract type as columns of the mapper: stored by field id, shown by name. */
export async function getCreationFormFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const contractTypeId = chosenId(this, 'contractTypeId');
	if (!contractTypeId) return { fields: [], emptyFieldsNotice: NO_CONTRACT_TYPE };
	const connection = await connectInEditor(this);
	return await fieldsOrNotice(
		async () => (await readCreationForm(connection, contractTypeId)).form.fields.map(column),
		'The creation form of this contract type has no fields.',
	);
}

const CHOSEN_FROM_OPTIONS: FieldKind[] = ['multiSelect', 'relation', 'select'];

function column(field: TypedField): ResourceMapperField {
	const isChosen = field.options.length > 0 && CHOSEN_FROM_OPTIONS.includes(field.type);
	return {
		id: field.id,
		// The editor shows no help for a column but its label, and of that about 25 letters.
		displayName: field.type === 'richText' ? `${field.name} (Markdown)` : field.name,
		required: field.required,
		display: true,
		defaultMatch: false,
		canBeUsedToMatch: false,
		type: isChosen ? 'options' : widgetOf(field.type),
		...(isChosen && { options: optionsOf(field) }),
	};
}

// A mapper has no list of which several entries can be chosen, so the first one says how to give several.
function optionsOf({ type, options }: TypedField): INodePropertyOptions[] {
	const listed: INodePropertyOptions[] = options.map(({ id, name }) => ({ name, value: id }));
	if (type === 'multiSelect' && listed.length > 1) {
		listed[0].description = `To give several, choose Expression: ${listed[0].name}; ${listed[1].name}`;
	}
	return listed;
}

/**
 * The fields of a mapper, or the reason why there are none where the service does not know what they would belong to:
 * the editor shows nothing of an error here. Any other failure is thrown, and the editor keeps the columns it has. With
 * Map Automatically the editor shows the notice instead of fields, so where there are some it names them.
 *
 * @param none the notice where there are no fields
 */
async function fieldsOrNotice(
	read: () => Promise<ResourceMapperField[]>,
	none: string,
): Promise<ResourceMapperFields> {
	const [result] = await Promise.allSettled([read()]);
	if (result.status === 'fulfilled') {
		const fields = result.value;
		const names = fields.map(({ displayName, required }) => displayName + (required ? '*' : ''));
		const matched = `Input fields are matched by name or ID: ${names.join(', ')} (* required)`;
		return { fields, emptyFieldsNotice: fields.length > 0 ? matched : none };
	}
	const error = result.reason as Error;
	if (statusOf(error) !== 404) throw error;
	return { fields: [], emptyFieldsNotice: `${error.message}. Check the ID.` };
}
