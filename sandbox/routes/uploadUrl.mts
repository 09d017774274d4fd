import { operation } from '../http/operation.mts';
import { UploadRequest, UploadTarget } from '../schemas/file.mts';
import { insert } from '../store/database.mts';
import { newId } from '../store/ids.mts';

/** The header that the PUT must carry under the variant `uploadHeaders`. */
export const UPLOAD_TOKEN_HEADER = 'x-amz-meta-upload';

export const createUploadUrl = operation({
	method: 'POST',
	path: '/files/upload-url',
	tag: 'Files',
	summary: 'Where to PUT a file, and the storage key that names it',
	body: UploadRequest,
	shape: 'uploadTarget',
	success: { status: 200, schema: UploadTarget, description: 'The upload target' },
	errors: [400],
	handle({ body, catalog, database, organizationId, origin, state }) {
		const id = newId();
		const key = `${catalog.organization.slug}/uploads/${id}`;
		insert(database, 'uploads', {
			id,
			key,
			organization_id: organizationId,
			name: body.name,
			content_type: body.contentType,
			created_at: state.clock.timestamp(),
		});
		const path = `/storage/uploads/${id}`;
		const url = origin + state.urls.sign('PUT', path, state.clock.now());
		const headers = { [UPLOAD_TOKEN_HEADER]: id };
		const extra = state.variants.has('uploadHeaders') ? { headers } : {};
		return { status: 200, body: { key, url, ...extra } };
	},
});
