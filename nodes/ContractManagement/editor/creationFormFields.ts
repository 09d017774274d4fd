import type {
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { FieldKind, TypedField } from '../api/creationForm';
import { widgetOf } from '../api/recordColumns';
import { connect } from '../transport/connection';
import { readCreationForm } from '../transport/creationForm';
import { chosenId } from './chosen';
import { fieldsOrNotice } from './fieldsOrNotice';

const NOTICE =
	'Choose the contract type from the list or by ID to see its fields. If it is an expression, use Options > Fields (JSON), or map automatically.';

/** The creation form of the chosen contract type as columns of the mapper: stored by field id, shown by name. */
export async function getCreationFormFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const contractTypeId = chosenId(this, 'contractTypeId');
	if (!contractTypeId) return { fields: [], emptyFieldsNotice: NOTICE };
	const connection = await connect(this);
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
