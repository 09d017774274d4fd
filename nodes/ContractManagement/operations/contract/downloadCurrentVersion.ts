import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { downloadOf } from './download';
import { downloadOptions, fileShape, outputField } from './download.fields';

/** Downloads the document as it is now ("GET /contracts/{id}/current-version"), whatever the status. */
export const downloadCurrentVersion: Operation = {
	name: 'Download Current Version',
	action: 'Download current version of contract',
	description:
		'Download the current document of a contract, even of a draft. The JSON has its name, type and size; the file is in a binary field.',
	request: { method: 'GET', url: '/contracts/{contractId}/current-version' },
	fields: [contractLocator, outputField],
	options: downloadOptions,
	items: fileShape,
	isShort: true,
	run: downloadOf({ what: 'current version', refusal: () => undefined }),
};
