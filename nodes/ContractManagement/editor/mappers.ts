import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { TypedField } from '../api/creationForm';
import { isBlank } from '../api/options';
import { CATALOG_RECORD_ID, columnOf, RECORD_ID, recordColumns } from '../api/recordColumns';
import type { Connection } from '../transport/connection';
import { readCreationForm, readTable } from '../transport/definitions';
import { unlessRefused } from '../transport/errors/requestError';
import { chosenId, connectInEditor } from './search';

/** The columns of Create or Update Records: the record id, the catalog record id, and the smart fields. */
export const getRecordColumns = mapperOf(
	'customObjectId',
	async (connection, id) => recordColumns(await readTable(connection, id)),
	{
		unchosen:
			"Enter the ID of a custom object to see its fields. If it is an expression, set 'Mapping Column Mode' to Map Automatically, by field name or ID.",
		none: 'This custom object has no fields.',
	},
);

/** The creation form of the chosen contract type as columns of the mapper: stored by field id, shown by name. */
export const getCreationFormFields = mapperOf(
	'contractTypeId',
	async (connection, id) => (await readCreationForm(connection, id)).form.fields.map(column),
	{
		unchosen:
			"Choose the contract type from the list or by ID to see its fields. If it is an expression, use 'Fields (JSON)' in Options, or map automatically.",
		none: 'The creation form of this contract type has no fields.',
	},
);

function column(field: TypedField): ResourceMapperField {
	const { name, type } = field;
	const required = field.required && !field.hasDefault;
	// The editor shows no help for a column but its label, and of that about 25 letters.
	const displayName = type === 'richText' ? `${name} (Markdown)` : name;
	const shown = columnOf(field, ['multiSelect', 'relation', 'select'], { displayName, required });
	// A mapper has no list of which several entries can be chosen, so the first one says how to give several.
	const [first, second] = (type === 'multiSelect' && shown.options) || [];
	if (second)
		first.description = `To give several, choose Expression: ${first.name}; ${second.name}`;
	return shown;
}

/**
 * Reads the fields of a mapper, or the reason why there are none where the service does not know what they would belong
 * to: the editor shows nothing of an error here. Any other failure is thrown, and the editor keeps the columns it has.
 * With Map Automatically the editor shows the notice instead of fields, so where there are some it names them.
 */
function mapperOf(
	locator: string,
	read: (connection: Connection, id: string) => Promise<ResourceMapperField[]>,
	notices: { unchosen: string; none: string },
) {
	return async function (this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		const id = chosenId(this, locator);
		if (!id) return { fields: [], emptyFieldsNotice: notices.unchosen };
		const reading = read(await connectInEditor(this), id);
		const { value: fields = [], refusal } = await unlessRefused(reading, [404]);
		if (refusal) return { fields, emptyFieldsNotice: `${refusal.message}. Check the ID.` };
		// The input's properties for these two are called by their IDs.
		const nameOf = ({ id: key, displayName }: ResourceMapperField) =>
			key === RECORD_ID || key === CATALOG_RECORD_ID ? key : displayName;
		const names = fields.map((field) => nameOf(field) + (field.required ? '*' : ''));
		const matched = `Input fields are matched by name or ID: ${names.join(', ')} (* required)`;
		// What is given as JSON is not here: the editor would not execute the node.
		const isElsewhere = !isBlank(this.getCurrentNodeParameter('options.fieldsJson'));
		const asked = isElsewhere ? fields.map((each) => ({ ...each, required: false })) : fields;
		return { fields: asked, emptyFieldsNotice: fields.length > 0 ? matched : notices.none };
	};
}
