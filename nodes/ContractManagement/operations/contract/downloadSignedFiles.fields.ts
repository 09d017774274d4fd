import { run } from './downloadSignedFiles';
import { fileShape, downloadOptions, fileOutput, outputField } from '../shared/fileOutput.fields';
import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';

export const downloadSignedFiles: Operation = {
	option: {
		name: 'Download Signed Files',
		value: 'downloadSignedFiles',
		action: 'Download signed files of contract',
		description:
			'Download the PDFs of a signed contract, main document first. The JSON has names, types and sizes; the files are in binary fields.',
		routing: {
			request: { method: 'GET', url: '/contracts/{contractId}/signed-files' },
		},
	},
	run,
	fields: [contractLocator, outputField, fileOutput, downloadOptions],
	items: fileShape,
};
