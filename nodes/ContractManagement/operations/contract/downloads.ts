import { described, field, fields } from '../shared/fields';
import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { maxFileSize } from '../shared/parameters.fields';
import { downloadOf } from './download';

const outputField = field('binaryProperty', [
	'Put Output File in Field',
	'data',
	{ required: true, hint: 'Name of the output binary field' },
]);

const fileOutput = field('fileOutput', [
	'Output',
	'separateItems',
	'How to return several files',
	{
		options: described({
			separateItems: [
				'One Item per File',
				'One item for each file, always in the same binary field',
			],
			singleItem: [
				'One Item with All Files',
				'The first file goes into the field above, the others into the same name followed by _2, _3 …',
			],
		}),
	},
]);

/** What both have. */
const download: Pick<Operation, 'isShort' | 'items' | 'options'> = {
	options: [
		...fields({
			keepBinary: ['Keep Input Binary', false, 'Whether to keep other binary files of the item'],
			keepJson: ['Keep Input JSON', false, 'Whether to keep the JSON of the item'],
			waitSeconds: [
				'Wait for Files (Seconds)',
				30,
				'How long to wait for files',
				{ typeOptions: { minValue: 0, maxValue: 3600 } },
			],
		}),
		maxFileSize,
	],
	items:
		'{contractId, fileName, mimeType, bytes, binaryProperty, fileNumber, fileCount}, and the file in binary',
	isShort: true,
};

/** Downloads the document as it is now ("GET /contracts/{id}/current-version"), whatever the status. */
export const downloadCurrentVersion: Operation = {
	name: 'Download Current Version',
	action: 'Download document and get its info',
	description:
		'Download the current document of a contract, even of a draft. The JSON has its name, type and size; the file is in a binary field.',
	request: { method: 'GET', url: '/contracts/{contractId}/current-version' },
	fields: [contractLocator, outputField],
	...download,
	run: downloadOf('current version', () => undefined),
};

/** Downloads the signed PDFs ("GET /contracts/{id}/signed-files"); only a signed contract is going to have them. */
export const downloadSignedFiles: Operation = {
	name: 'Download Signed Files',
	action: 'Download signed files of contract',
	description:
		'Download the PDFs of a signed contract, main document first. The JSON has names, types and sizes; the files are in binary fields.',
	request: { method: 'GET', url: '/contracts/{contractId}/signed-files' },
	fields: [contractLocator, outputField, fileOutput],
	...download,
	run: downloadOf('signed file', ({ status }) =>
		status === 'signed'
			? undefined
			: {
					// What is canceled will never be.
					...(status !== 'canceled' && { errorId: 'NOT_SIGNED_YET' }),
					message: `The contract is not signed: its status is '${status}'`,
					description:
						'Only signed contracts have signed files. For the document as it is now use Download Current Version.',
				},
	),
};
