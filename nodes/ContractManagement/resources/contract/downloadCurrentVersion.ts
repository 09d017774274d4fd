import { downloadCurrentVersion as hook } from '../../hooks/files/downloads';
import { downloadOptions, outputField } from '../shared/fileOutput';
import { contractLocator } from '../shared/locators';
import type { Operation } from '../shared/operation';

export const downloadCurrentVersion: Operation = {
	option: {
		name: 'Download Current Version',
		value: 'downloadCurrentVersion',
		action: 'Download the current version of a contract',
		description:
			'Download the document of a contract as it is now, also when it is a draft. Name, type and size are in the JSON, the file in a binary field.',
		routing: {
			request: { method: 'GET', url: '/contracts/{contractId}/current-version' },
			operations: { pagination: hook },
		},
	},
	fields: [contractLocator, outputField, downloadOptions],
};
