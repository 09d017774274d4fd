import { run } from './downloadCurrentVersion';
import { fileShape, downloadOptions, outputField } from '../shared/fileOutput.fields';
import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';

export const downloadCurrentVersion: Operation = {
	option: {
		name: 'Download Current Version',
		value: 'downloadCurrentVersion',
		action: 'Download current version of contract',
		description:
			'Download the current document of a contract, even of a draft. The JSON has its name, type and size; the file is in a binary field.',
		routing: {
			request: { method: 'GET', url: '/contracts/{contractId}/current-version' },
		},
	},
	run,
	fields: [contractLocator, outputField, downloadOptions],
	items: fileShape,
};
