import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { recordColumns } from '../api/recordColumns';
import { readTable } from '../transport/customObjects';
import { connect } from '../transport/connection';
import { chosenId } from './chosen';
import { fieldsOrNotice } from './fieldsOrNotice';

const NOTICE =
	'Enter the ID of a custom object first. If it is an expression, use Map Automatically: input fields are matched by field name or ID.';

/** The columns of Create or Update Records: the record id, the catalog record id, and the smart fields. */
export async function getRecordColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const id = chosenId(this, 'customObjectId');
	if (!id) return { fields: [], emptyFieldsNotice: NOTICE };
	const connection = await connect(this);
	return await fieldsOrNotice(
		async () => recordColumns(await readTable(connection, id)),
		'This custom object has no fields.',
	);
}
