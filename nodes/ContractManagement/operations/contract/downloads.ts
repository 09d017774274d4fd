import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { binaryProperty, downloadOf, fileOutput, options } from './download';

const download: Pick<Operation, 'isShort' | 'items' | 'options'> = {
	options,
	items:
		'{contractId, fileName, mimeType, bytes, binaryProperty, fileNumber, fileCount}, and the file in binary',
	isShort: true,
};

/** Downloads the document as it is now ("GET /contracts/{id}/current-version"), whatever the status. */
export const downloadCurrentVersion: Operation = {
	name: 'Download Current Version',
	action: 'Download document and get its info',
	description: 'Download the current document of a contract, even of a draft.',
	request: { method: 'GET', url: '/contracts/{contractId}/current-version' },
	fields: [contractLocator, binaryProperty],
	...download,
	run: downloadOf('current version', () => undefined),
};

/** Downloads the signed PDFs ("GET /contracts/{id}/signed-files"); only a signed contract is going to have them. */
export const downloadSignedFiles: Operation = {
	name: 'Download Signed Files',
	action: 'Download signed files of contract',
	description: 'Download the PDFs of a signed contract, main document first.',
	request: { method: 'GET', url: '/contracts/{contractId}/signed-files' },
	fields: [contractLocator, binaryProperty, fileOutput],
	...download,
	run: downloadOf('signed file', ({ status }) =>
		status === 'signed'
			? undefined
			: {
					// What is canceled will never be.
					...(status !== 'canceled' && { errorId: 'NOT_SIGNED_YET' }),
					message: `The contract is not signed: its status is '${status}'`,
					description: 'For the document as it is now use Download Current Version.',
				},
	),
};
