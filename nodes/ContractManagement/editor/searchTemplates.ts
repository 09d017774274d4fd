import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { containsName } from '../api/names';
import { readCreationForm } from '../transport/creationForm';
import { connectInEditor } from './connection';
import { chosenId, notice, results } from './search';

/** The templates of the chosen contract type, from its creation form. */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const contractTypeId = chosenId(this, 'contractTypeId');
	if (!contractTypeId) return notice('Choose the contract type first');
	const { form } = await readCreationForm(await connectInEditor(this), contractTypeId);
	if (form.templates.length === 0)
		return notice('The creation form lists no templates. Enter the ID.');
	return { results: results(form.templates.filter(({ name }) => containsName(name, filter))) };
}
