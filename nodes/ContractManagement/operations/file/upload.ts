import { fileName } from '../../api/fileNames';
import type { INodeExecutionData } from 'n8n-workflow';
import { CONCURRENT_UPLOADS } from '../../api/limits';
import { mapConcurrently } from '../../transport/concurrent';
import { upload } from '../../transport/files/transfer';
import { sizeOf } from '../../transport/olderN8n';
import { toItem } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import type { Prepare } from '../../transport/writes';
import { textParameter } from '../shared/parameters';
import { namedFiles, openFile, type InputFile } from './input';

/** Uploads binary files of the item and gives their storage keys ("POST /files/upload-url", then a PUT), one item each. */
export const prepare: Prepare = (scope) => {
	const files = namedFiles(scope, scope.parameter<unknown>('binaryProperties', 'data'));
	return {
		send: async () => await uploadAll(scope, files),
		again: 'Running this again uploads their files once more, which does no harm.',
	};
};

async function uploadAll(scope: ItemScope, files: InputFile[]): Promise<INodeExecutionData[]> {
	const uploads = await mapConcurrently(files, CONCURRENT_UPLOADS, async (file) => {
		const name = nameOf(scope, file, files.length);
		const { mimeType: contentType } = file.data;
		const open = async () => await openFile(scope, file);
		const size = await sizeOf(scope.context, file.data);
		const key = await upload(scope.connection, { name, contentType, size, open });
		return { key, name, contentType, bytes: size, binaryProperty: file.property };
	});
	return uploads.map((uploaded) => toItem(scope, uploaded));
}

function nameOf(scope: ItemScope, { data, property }: InputFile, count: number): string {
	const chosen = count === 1 ? textParameter(scope, 'options.fileName') : '';
	const unnamed = data.fileExtension ? `${property}.${data.fileExtension}` : property;
	return fileName(chosen || data.fileName || '', unnamed);
}
