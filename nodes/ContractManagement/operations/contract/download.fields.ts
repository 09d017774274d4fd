import { described, field, fields } from '../shared/fields';
import { maxFileSize, tagExecutions } from '../shared/parameters.fields';

/** The binary field that downloaded files are put in. */
export const outputField = field('binaryProperty', [
	'Put Output File in Field',
	'data',
	{ required: true, hint: 'Name of the output binary field' },
]);

/** One item per file, or one item with all files. */
export const fileOutput = field('fileOutput', [
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

/** The Options of a download. */
export const downloadOptions = [
	tagExecutions,
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
];

/** The item of a downloaded file as n8n's AI builder is told about it. */
export const fileShape =
	'{contractId, fileName, mimeType, bytes, binaryProperty, fileNumber, fileCount}, and the file in binary';
