import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { downloadOf } from './download';
import { downloadOptions, fileOutput, fileShape, outputField } from './download.fields';

/** Downloads the signed PDFs ("GET /contracts/{id}/signed-files"); only a signed contract is going to have them. */
export const downloadSignedFiles: Operation = {
	name: 'Download Signed Files',
	action: 'Download signed files of contract',
	description:
		'Download the PDFs of a signed contract, main document first. The JSON has names, types and sizes; the files are in binary fields.',
	request: { method: 'GET', url: '/contracts/{contractId}/signed-files' },
	fields: [contractLocator, outputField, fileOutput],
	options: downloadOptions,
	items: fileShape,
	isShort: true,
	run: downloadOf({
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
	}),
};
