import type { ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { statusOf } from '../transport/errors/requestError';

/**
 * The fields of a mapper, or the reason why there are none where the service does not know what they would belong to:
 * the editor shows nothing of an error here. Any other failure is thrown, and the editor keeps the columns it has. With
 * Map Automatically the editor shows the notice instead of fields, so where there are some it names them.
 *
 * @param none the notice where there are no fields
 */
export async function fieldsOrNotice(
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
