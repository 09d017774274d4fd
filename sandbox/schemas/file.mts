import { Type, type Static } from '@sinclair/typebox';
import { closed, Name } from './values.mts';

export const UploadRequest = Type.Object(
	{ name: Name(), contentType: Type.String({ pattern: '^[\\w.+-]+/[\\w.+-]+$' }) },
	closed,
);

export const UploadTarget = Type.Object(
	{
		key: Type.String({ description: 'Storage key, names the file in later calls' }),
		url: Type.String({ description: 'PUT the file here, without the API key, before it expires' }),
	},
	{ $id: 'UploadTarget' },
);
export type UploadTarget = Static<typeof UploadTarget>;

export const FileLink = Type.Object(
	{
		name: Type.String(),
		url: Type.String({ description: 'GET it here, without the API key, before it expires' }),
		contentType: Type.String(),
	},
	{ $id: 'FileLink' },
);
export type FileLink = Static<typeof FileLink>;
