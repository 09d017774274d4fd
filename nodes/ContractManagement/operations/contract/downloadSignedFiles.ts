import { downloadOf } from './download';

/** Downloads the signed PDFs ("GET /contracts/{id}/signed-files"); only a signed contract is going to have them. */
export const run = downloadOf({
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
