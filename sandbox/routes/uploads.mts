import { ApiError } from '../http/apiError.mts';
import type { Call } from '../http/operation.mts';

/** The upload under a storage key. @throws ApiError where none of these types was uploaded under it */
export function uploadId(
	{ database, organizationId }: Call,
	key: string,
	contentTypes: string[],
	field = 'files',
): string {
	const upload = database.get<{ id: string; size: number | null; content_type: string }>(
		'SELECT id, size, content_type FROM uploads WHERE key = ? AND organization_id = ?',
		key,
		organizationId,
	);
	const isUsable = upload && upload.size !== null && contentTypes.includes(upload.content_type);
	if (isUsable) return upload.id;
	const what = contentTypes.length === 1 ? 'PDF' : 'PDF or Word file';
	throw new ApiError('FILE_NOT_UPLOADED', `No ${what} was uploaded under the key '${key}'`, {
		field,
		value: key,
	});
}
