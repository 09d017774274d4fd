import { downloadSignedFiles as hook } from '../../hooks/files/downloads';
import { downloadOptions, fileOutput, outputField } from '../shared/fileOutput';
import { contractLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';

export const downloadSignedFiles: Operation = {
	option: {
		name: 'Download Signed Files',
		value: 'downloadSignedFiles',
		action: 'Download the signed files of a contract',
		description:
			'Download the signed PDFs of a signed contract, main document first. Names, types and sizes are in the JSON, the files in binary fields.',
		routing: {
			request: { method: 'GET', url: '/contracts/{contractId}/signed-files' },
			operations: { pagination: hook },
		},
	},
	fields: [contractLocator, outputField, fileOutput, downloadOptions],
};
