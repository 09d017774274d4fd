import type { INodeExecutionData } from 'n8n-workflow';
import { fileName } from '../../api/fileNames';
import { CONCURRENT_TRANSFERS } from '../../api/limits';
import { mapConcurrently } from '../../transport/concurrent';
import { upload as uploadFile } from '../../transport/files/upload';
import { toItem, type ItemScope } from '../../node/scope';
import { inOptions, text } from '../shared/fields';
import type { Operation } from '../shared/operation';
import { inputField, namedFiles, toUpload, type InputFile } from './input';

const options = inOptions({
	fileName: text('File Name', 'offer.pdf').says('If there is only one'),
});

/** Uploads binary files of the item and gives their storage keys ("POST /files/upload-url", then a PUT), one item each. */
export const upload: Operation = {
	name: 'Upload',
	action: 'Upload file and get its storage key',
	description:
		'Upload binary files and get their storage keys, one item per file. Not needed before Mark as Signed, which uploads its files itself.',
	request: { method: 'POST', url: '/files/upload-url' },
	fields: [inputField('e.g. data,annex_1', 'The files to upload')],
	options,
	items: '{key, name, contentType, bytes, binaryProperty}',
	isShort: true,
	prepare: (scope) => {
		const files = namedFiles(scope);
		return {
			send: async () => await uploadAll(scope, files),
			again: 'Running this again uploads their files once more, which does no harm.',
		};
	},
};

async function uploadAll(scope: ItemScope, files: InputFile[]): Promise<INodeExecutionData[]> {
	return await mapConcurrently(files, CONCURRENT_TRANSFERS, async (file) => {
		const source = await toUpload(scope, file, nameOf(scope, file, files.length));
		const key = await uploadFile(scope.connection, source);
		const { name, contentType, size: bytes, property: binaryProperty } = source;
		return toItem(scope, { key, name, contentType, bytes, binaryProperty });
	});
}

function nameOf(scope: ItemScope, { data, property }: InputFile, count: number): string {
	const chosen = count === 1 ? options.fileName.of(scope) : '';
	const unnamed = data.fileExtension ? `${property}.${data.fileExtension}` : property;
	return fileName(chosen || data.fileName || '', unnamed);
}
