import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { FieldKind, TypedField } from '../api/creationForm';
import { connect } from '../transport/connection';
import { readCreationForm } from '../transport/creationForm';
import { chosenId } from './chosen';

const NOTICE =
	'Choose the contract type from the list or by ID to see its fields. Where the type is an expression, use Options > Fields (JSON), or map automatically.';

/** The creation form of the chosen contract type as columns of the mapper: stored by field id, shown by name. */
export async function getCreationFormFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const contractTypeId = chosenId(this, 'contractTypeId');
	if (!contractTypeId) return { fields: [], emptyFieldsNotice: NOTICE };
	const { form } = await readCreationForm(await connect(this), contractTypeId);
	return { fields: form.fields.map(column) };
}

const WIDGETS: Record<FieldKind, ResourceMapperField['type']> = {
	boolean: 'boolean',
	date: 'dateTime',
	dateTime: 'dateTime',
	// A list would be a JSON editor; text takes the names of options, separated by semicolons.
	multiSelect: 'string',
	number: 'number',
	other: 'string',
	relation: 'string',
	richText: 'string',
	select: 'options',
	text: 'string',
};

function column(field: TypedField): ResourceMapperField {
	const isChosen = field.options.length > 0 && ['relation', 'select'].includes(field.type);
	return {
		id: field.id,
		displayName: labelOf(field),
		required: field.required,
		display: true,
		defaultMatch: false,
		canBeUsedToMatch: false,
		type: isChosen ? 'options' : WIDGETS[field.type === 'select' ? 'text' : field.type],
		...(isChosen && { options: field.options.map(({ id, name }) => ({ name, value: id })) }),
	};
}

const LONGEST_LIST = 120;

// The editor shows no help for a column but its label.
function labelOf({ name, type, options }: TypedField): string {
	if (type === 'richText') return `${name} (Markdown)`;
	if (type !== 'multiSelect' || options.length === 0) return name;
	const names = options.map((option) => option.name).join('; ');
	const shown = names.length > LONGEST_LIST ? `${names.slice(0, LONGEST_LIST)}…` : names;
	return `${name} (any of: ${shown})`;
}
