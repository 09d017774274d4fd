import type { ResourceMapperFields } from 'n8n-workflow';
import { statusOf } from '../transport/errors/requestError';

/**
 * The fields of a mapper, or the reason why there are none where the service does not know what they would belong to:
 * the editor shows nothing of an error here. Any other failure is thrown, and the editor keeps the columns it has.
 */
export async function fieldsOrNotice(
	read: () => Promise<ResourceMapperFields>,
): Promise<ResourceMapperFields> {
	const [result] = await Promise.allSettled([read()]);
	if (result.status === 'fulfilled') return result.value;
	const error = result.reason as Error;
	if (statusOf(error) !== 404) throw error;
	return { fields: [], emptyFieldsNotice: `${error.message}. Check the ID.` };
}
