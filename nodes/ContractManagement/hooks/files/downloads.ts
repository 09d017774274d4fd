import { downloadHook } from './download';

/** Downloads the signed PDFs ("GET /contracts/{id}/signed-files"); only a signed contract is going to have them. */
export const downloadSignedFiles = downloadHook({
	what: 'signed file',
	refusal: ({ status }) =>
		status === 'signed'
			? undefined
			: {
					// What is canceled will never be.
					...(status !== 'canceled' && { errorId: 'NOT_SIGNED_YET' }),
					message: `The contract is not signed: its status is '${status}'`,
					description:
						'Only signed contracts have signed files. For the document as it is now use Download Current Version.',
				},
});

/** Downloads the document as it is now ("GET /contracts/{id}/current-version"), whatever the status. */
export const downloadCurrentVersion = downloadHook({
	what: 'current version',
	refusal: () => undefined,
});
