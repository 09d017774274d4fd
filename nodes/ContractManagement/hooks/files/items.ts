import type { IBinaryData, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { identifierOf } from '../../transport/path';
import type { ItemScope } from '../../transport/scope';
import { FILES_IN_JSON } from './input';

/** What the json says about a file: an agent loses the binary part of an item. */
interface FileFacts extends IDataObject {
	fileName: string;
	mimeType: string;
	bytes: number | null;
	binaryProperty: string;
}

/** Output items for downloaded files: one item per file, or one item that holds all of them. */
export function fileItems(scope: ItemScope, files: IBinaryData[]): INodeExecutionData[] {
	const property = String(scope.parameter<unknown>('binaryProperty', 'data') || 'data');
	if (scope.parameter<string>('fileOutput', 'separateItems') === 'singleItem') {
		return [oneItem(scope, files, property)];
	}
	return files.map((file, index) =>
		item(
			scope,
			{ [property]: file },
			{
				...factsOf(file, property),
				fileNumber: index + 1,
				fileCount: files.length,
			},
		),
	);
}

function oneItem(scope: ItemScope, files: IBinaryData[], property: string): INodeExecutionData {
	const names = files.map((_file, index) => (index === 0 ? property : `${property}_${index + 1}`));
	const binary = Object.fromEntries(files.map((file, index) => [names[index], file]));
	return item(scope, binary, {
		fileCount: files.length,
		files: files.map((file, index) => factsOf(file, names[index])),
	});
}

function item(scope: ItemScope, binary: IBinaryKeyData, facts: IDataObject): INodeExecutionData {
	const { input, itemIndex } = scope;
	const keepsFiles = scope.parameter<boolean>('options.keepBinary', false);
	const { [FILES_IN_JSON]: filesInJson, ...json } = input.json;
	return {
		json: {
			...(scope.parameter<boolean>('options.keepJson', false) && json),
			...(keepsFiles && filesInJson !== undefined && { [FILES_IN_JSON]: filesInJson }),
			contractId: identifierOf(scope, 'contractId'),
			...facts,
		},
		binary: { ...(keepsFiles && input.binary), ...binary },
		pairedItem: { item: itemIndex },
	};
}

function factsOf(file: IBinaryData, binaryProperty: string): FileFacts {
	const { fileName, mimeType, bytes } = file;
	return { fileName: fileName ?? '', mimeType, bytes: bytes ?? null, binaryProperty };
}
