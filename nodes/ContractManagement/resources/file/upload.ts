import { uploadFiles } from '../../hooks/files/upload';
import { options } from '../shared/options';
import type { Operation } from '../shared/operation';

export const upload: Operation = {
	option: {
		name: 'Upload',
		value: 'upload',
		action: 'Upload a file',
		description:
			'Upload binary files and get their storage keys, one item per file. Mark as Signed uploads by itself; this is for other uses of a key.',
		routing: {
			request: { method: 'POST', url: '/files/upload-url' },
			operations: { pagination: uploadFiles },
		},
	},
	fields: [
		{
			displayName: 'Input Binary Field',
			name: 'binaryProperties',
			type: 'string',
			default: 'data',
			required: true,
			placeholder: 'e.g. data,annex_1',
			hint: 'The names of the input binary fields that hold the files, separated by commas',
			description: 'The binary fields with the files to upload, separated by commas',
		},
		options({
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			description: 'The name to store a single file under, instead of its own',
		}),
	],
};
