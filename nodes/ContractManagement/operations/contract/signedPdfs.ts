import type { INode } from 'n8n-workflow';
import { fileName } from '../../api/fileNames';
import { MAX_SIGNED_FILES, PDF_CONTENT_TYPE } from '../../api/limits';
import { nodeApiError } from '../../transport/errors/requestError';
import type { ItemScope } from '../../transport/scope';
import { allPdfs, namedFiles, refusedFile, toUpload, typeOf, type InputFile } from '../file/input';

/** A PDF that the service will take as a signed file ("POST /contracts/{id}/signed-version"). */
export type SignedPdf = Awaited<ReturnType<typeof toUpload>>;

const GENERIC = new Set(['application/octet-stream', 'binary/octet-stream']);
const HEAD_BYTES = 1024;

/**
 * The item's signed PDFs in order, main document first: all of them are checked before any is uploaded.
 *
 * @throws NodeOperationError that names the field and the file: none or too many, not named .pdf, not a PDF
 */
export async function signedPdfs(scope: ItemScope): Promise<SignedPdf[]> {
	const files = scope.parameter('options.allPdfs', false) ? allPdfs(scope) : namedFiles(scope);
	if (files.length === 0) {
		const advice = 'The node before this one has to output the signed PDF as a binary file.';
		throw refused(scope, 'The item has no PDF', advice, 0);
	}
	if (files.length > MAX_SIGNED_FILES) {
		const message = `${files.length} files are more than the ${MAX_SIGNED_FILES} that can be marked as signed`;
		const advice = 'Merge annexes into one PDF, or choose fewer fields.';
		throw refused(scope, message, advice, files.length);
	}
	const checked: SignedPdf[] = [];
	for (const file of files) checked.push(await checkedPdf(scope, file));
	return checked;
}

/** @throws NodeApiError when two files were stored under one key, where the later one took the place of the other */
export function checkKeys(node: INode, pdfs: SignedPdf[], keys: string[]): void {
	const later = keys.findIndex((key, i) => keys.indexOf(key) < i);
	if (later < 0) return;
	const [first, second] = [pdfs[keys.indexOf(keys[later])], pdfs[later]];
	throw nodeApiError(node, {
		message: `The service stored '${first.name}' (field ${first.property}) and '${second.name}' (field ${second.property}) under the same key`,
		description:
			'One took the place of the other, so the contract was not marked as signed. Give the files different names.',
	});
}

async function checkedPdf(scope: ItemScope, file: InputFile): Promise<SignedPdf> {
	const { property, data } = file;
	const name = fileName(data.fileName ?? '', `${property}.pdf`).replace(/\.pdf$/i, '.pdf');
	const what = `File '${name}' (field ${property})`;
	if (!name.endsWith('.pdf')) {
		const advice = 'The service accepts PDFs only. Convert the file, or rename it if it is a PDF.';
		throw refused(scope, `${what} is not named .pdf`, advice, name);
	}
	const isOne = await isPdf(scope, file).catch(({ message }: Error) => {
		const advice = 'Run the node that outputs the file again.';
		throw refused(scope, `${what} cannot be read: ${message}`, advice, name);
	});
	if (!isOne) {
		const advice = isNamedPdf(file)
			? 'It does not begin with %PDF-: it is damaged, or something else under that name.'
			: `Its type is ${data.mimeType}. The service accepts ${PDF_CONTENT_TYPE} only.`;
		throw refused(scope, `${what} is not a PDF`, advice, data.mimeType);
	}
	return await toUpload(scope, file, name, PDF_CONTENT_TYPE);
}

async function isPdf(scope: ItemScope, file: InputFile): Promise<boolean> {
	const { id } = file.data;
	if (!isNamedPdf(file)) return false;
	// Elsewhere than in memory or on disk n8n reads the whole file to show its beginning.
	const isCheap = !id || id.startsWith('filesystem');
	if (!isCheap && typeOf(file) === PDF_CONTENT_TYPE) return true;
	return (await headOf(scope, file)).includes('%PDF-');
}

const isNamedPdf = (file: InputFile) =>
	typeOf(file) === PDF_CONTENT_TYPE || GENERIC.has(typeOf(file));

async function headOf(scope: ItemScope, file: InputFile): Promise<string> {
	if (!file.data.id) {
		const encoded = file.data.data.slice(0, Math.ceil((HEAD_BYTES * 4) / 3));
		return Buffer.from(encoded, 'base64').toString('latin1');
	}
	const stream = await scope.context.helpers.getBinaryStream(file.data.id, HEAD_BYTES);
	for await (const chunk of stream) return (chunk as Buffer).toString('latin1', 0, HEAD_BYTES);
	return '';
}

function refused(scope: ItemScope, message: string, advice: string, value: unknown) {
	return refusedFile(scope, message, `${advice} Nothing was uploaded.`, value);
}
