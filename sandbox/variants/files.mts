import { notFound } from '../http/apiError.mts';
import { behaviour, type Variant } from './variant.mts';

const DOWNLOADS = ['signedFiles', 'currentVersion'] as const;

/** How files are uploaded and downloaded. */
export const FILE_VARIANTS: Variant[] = [
	behaviour('uploadHeaders', 'The upload target has `headers` that the PUT must carry'),
	{
		name: 'filesNotReady',
		summary: 'signed-files and current-version answer 404',
		shapes: DOWNLOADS,
		apply: (_, call) => {
			throw notFound('FILE_NOT_FOUND', call.params.id!);
		},
	},
	{
		name: 'filesEmpty',
		summary: 'signed-files answers an empty list',
		shapes: ['signedFiles'],
		apply: (answer) => ({ ...answer, body: [] }),
	},
];
