import { prepare } from './upload';
import { options } from '../shared/options.fields';
import type { Operation } from '../shared/operation';

export const upload: Operation = {
	option: {
		name: 'Upload',
		value: 'upload',
		action: 'Upload file',
		description:
			'Upload binary files and get their storage keys, one item per file. Not needed before Mark as Signed, which uploads its files itself.',
		routing: {
			request: { method: 'POST', url: '/files/upload-url' },
		},
	},
	prepare,
	fields: [
		{
			displayName: 'Input Binary Field',
			name: 'binaryProperties',
			type: 'string',
			typeOptions: { binaryDataProperty: true },
			default: 'data',
			required: true,
			placeholder: 'e.g. data,annex_1',
			hint: 'Names of input binary fields, separated by commas',
			description: 'The files to upload',
		},
		options({
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			description: 'The name to store the file under, if there is only one',
		}),
	],
	items: '{key, name, contentType, bytes, binaryProperty}',
};
