import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_MAX_FILE_MB } from '../../api/limits';
import { options } from './options';

/** The binary field that downloaded files are put in. */
export const outputField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryProperty',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the output binary field to put the file in',
};

/** One item per file, or one item with all files. */
export const fileOutput: INodeProperties = {
	displayName: 'Output',
	name: 'fileOutput',
	type: 'options',
	options: [
		{
			name: 'One Item per File',
			value: 'separateItems',
			description: 'Each file is an item of its own, always in the same binary field',
		},
		{
			name: 'One Item with All Files',
			value: 'singleItem',
			description:
				'The first file is in the field above, the next ones in fields with _2, _3 … after that name',
		},
	],
	default: 'separateItems',
	description: 'How several files are returned',
};

/** The bound of each file; read with `maxBytesOf`. */
export const maxFileSize: INodeProperties = {
	displayName: 'Max File Size (MB)',
	name: 'maxFileSizeMb',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: DEFAULT_MAX_FILE_MB,
	description:
		'The largest file to download, after decompression. Larger ones fail. 0 sets no limit.',
};

/** The Options collection of a download. */
export const downloadOptions = options(
	{
		displayName: 'Keep Input Binary',
		name: 'keepBinary',
		type: 'boolean',
		default: false,
		description:
			'Whether the output also has the binary files of the input item. A file in the same field is replaced.',
	},
	{
		displayName: 'Keep Input JSON',
		name: 'keepJson',
		type: 'boolean',
		default: false,
		description: 'Whether the output also has the JSON fields of the input item',
	},
	maxFileSize,
	{
		displayName: 'Wait for Files (Seconds)',
		name: 'waitSeconds',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 3600 },
		default: 30,
		description:
			'How long to wait for files that the service has not got ready yet, for example right after the last signature. 0 does not wait.',
	},
);
