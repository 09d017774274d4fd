import { fileName } from '../../api/fileNames';
import type { INodeExecutionData } from 'n8n-workflow';
import { CONCURRENT_UPLOADS } from '../../api/limits';
import { mapConcurrently } from '../../transport/concurrent';
import { upload } from '../../transport/files';
import { toItem } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { writeEachItem, writeHook, type Prepare } from '../../transport/writes';
import { namedFiles, openFile, sizeOf, type InputFile } from './input';

/** Uploads binary files of the item and gives their storage keys ("POST /files/upload-url", then a PUT), one item each. */
const prepare: Prepare = (scope) => {
	const files = namedFiles(scope, scope.parameter<unknown>('binaryProperties', 'data'));
	return {
		send: async () => await uploadAll(scope, files),
		again: 'Running this again uploads their files once more, which does no harm.',
	};
};

export const uploadFiles = writeHook(prepare);

export const uploadFilesOfItems = writeEachItem(prepare, {
	method: 'POST',
	path: '/files/upload-url',
});

async function uploadAll(scope: ItemScope, files: InputFile[]): Promise<INodeExecutionData[]> {
	const uploads = await mapConcurrently(files, CONCURRENT_UPLOADS, async (file) => {
		const name = nameOf(scope, file, files.length);
		const { mimeType: contentType } = file.data;
		const open = async () => await openFile(scope, file);
		const size = await sizeOf(scope, file.data);
		const key = await upload(scope.connection, { name, contentType, size, open });
		return { key, name, contentType, bytes: size, binaryProperty: file.property };
	});
	return uploads.map((uploaded) => toItem(scope, uploaded));
}

function nameOf(scope: ItemScope, { data, property }: InputFile, count: number): string {
	const chosen = count === 1 ? String(scope.parameter<unknown>('options.fileName', '') ?? '') : '';
	const unnamed = data.fileExtension ? `${property}.${data.fileExtension}` : property;
	return fileName(chosen.trim() || data.fileName || '', unnamed);
}
