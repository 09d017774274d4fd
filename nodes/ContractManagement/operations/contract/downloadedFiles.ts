import type { IBinaryData, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { FILES_IN_JSON, sizeOf } from '../../transport/olderN8n';
import type { ItemScope } from '../../transport/scope';

/** What the json says about a file: an agent loses the binary part of an item. */
interface FileFacts extends IDataObject {
	fileName: string;
	mimeType: string;
	bytes: number;
	binaryProperty: string;
}

/** Output items for downloaded files: one item per file, or one item that holds all of them. */
export async function fileItems(
	scope: ItemScope,
	contractId: string,
	files: IBinaryData[],
): Promise<INodeExecutionData[]> {
	const property = String(scope.parameter<unknown>('binaryProperty', 'data') || 'data');
	const isOneItem = scope.parameter<string>('fileOutput', 'separateItems') === 'singleItem';
	const nameOf = (index: number) =>
		isOneItem && index > 0 ? `${property}_${index + 1}` : property;
	const facts = await Promise.all(
		files.map(async (file, index) => await factsOf(scope, file, nameOf(index))),
	);
	const fileCount = files.length;
	if (isOneItem) {
		const binary = Object.fromEntries(facts.map((fact, i) => [fact.binaryProperty, files[i]]));
		return [item(scope, binary, { contractId, fileCount, files: facts })];
	}
	return files.map((file, index) =>
		item(
			scope,
			{ [property]: file },
			{ contractId, ...facts[index], fileNumber: index + 1, fileCount },
		),
	);
}

function item(scope: ItemScope, binary: IBinaryKeyData, facts: IDataObject): INodeExecutionData {
	const { input, itemIndex } = scope;
	const keepsFiles = scope.parameter<boolean>('options.keepBinary', false);
	const { [FILES_IN_JSON]: filesInJson, ...json } = input.json;
	return {
		json: {
			...(scope.parameter<boolean>('options.keepJson', false) && json),
			...(keepsFiles && filesInJson !== undefined && { [FILES_IN_JSON]: filesInJson }),
			...facts,
		},
		binary: { ...(keepsFiles && input.binary), ...binary },
		pairedItem: { item: itemIndex },
	};
}

async function factsOf(
	scope: ItemScope,
	file: IBinaryData,
	binaryProperty: string,
): Promise<FileFacts> {
	const { fileName, mimeType } = file;
	return {
		fileName: fileName ?? '',
		mimeType,
		bytes: await sizeOf(scope.context, file),
		binaryProperty,
	};
}
