import { tagExecutions } from './parameters.fields';
import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_MAX_FILE_MB } from '../../api/limits';
import { options } from './options.fields';

/** The binary field that downloaded files are put in. */
export const outputField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryProperty',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'Name of the output binary field',
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
			description: 'One item for each file, always in the same binary field',
		},
		{
			name: 'One Item with All Files',
			value: 'singleItem',
			description:
				'The first file goes into the field above, the others into the same name followed by _2, _3 …',
		},
	],
	default: 'separateItems',
	description: 'How to return several files',
};

/** The bound of each file; read with `maxBytesOf`. */
export const maxFileSize: INodeProperties = {
	displayName: 'Max File Size (MB)',
	name: 'maxFileSizeMb',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: DEFAULT_MAX_FILE_MB,
	description: 'Larger files fail. 0 means no limit.',
};

/** The Options collection of a download. */
export const downloadOptions = options(
	tagExecutions,
	{
		displayName: 'Keep Input Binary',
		name: 'keepBinary',
		type: 'boolean',
		default: false,
		description: 'Whether to keep other binary files of the item',
	},
	{
		displayName: 'Keep Input JSON',
		name: 'keepJson',
		type: 'boolean',
		default: false,
		description: 'Whether to keep the JSON of the item',
	},
	maxFileSize,
	{
		displayName: 'Wait for Files (Seconds)',
		name: 'waitSeconds',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 3600 },
		default: 30,
		description: 'How long to wait for files',
	},
);

/** The item of a downloaded file as n8n's AI builder is told about it. */
export const fileShape =
	'{contractId, fileName, mimeType, bytes, binaryProperty, fileNumber, fileCount}, and the file in binary';
