import { createHash } from 'crypto';
import type { IBinaryData, INode } from 'n8n-workflow';
import { fileName } from '../../api/fileNames';
import { MAX_SIGNED_FILES, PDF_CONTENT_TYPE } from '../../api/limits';
import { mapConcurrently } from '../../transport/concurrent';
import type { Connection } from '../../transport/connection';
import { nodeApiError } from '../../transport/errors/requestError';
import { readFiles } from '../../transport/files/download';
import { hint } from '../../transport/hint';
import type { ItemScope } from '../../node/scope';
import type { FileBody } from '../../transport/streams';
import { cutOff, otherThanPdf } from '../../api/documents';
import {
	distinct,
	edgesOf,
	fileFields,
	inputFile,
	namedFiles,
	refusedFile,
	toUpload,
	type InputFile,
} from '../file/input';
import { inOptions, toggle } from '../shared/fields';

/** A PDF that the service will take as a signed file ("POST /contracts/{id}/signed-version"). */
export type SignedPdf = Awaited<ReturnType<typeof toUpload>> & {
	print: string;
};

/** Read with `signedPdfs`. */
export const pdfOptions = inOptions({
	allPdfs: toggle('Use All PDFs of the Item').says(
		'Whether to use every PDF of the item in its order, unreliable with webhooks and forms',
	),
});

/**
 * The item's signed PDFs in order, main document first: all of them are checked before any is uploaded.
 * @throws NodeOperationError that names the field and the file: none or too many, or not a PDF
 */
export async function signedPdfs(scope: ItemScope): Promise<SignedPdf[]> {
	const isAll = pdfOptions.allPdfs.of(scope);
	const files = isAll ? await allPdfs(scope) : namedFiles(scope);
	if (files.length === 0) {
		const advice = 'The node before this one has to output the signed PDF as a binary file.';
		throw refused(scope, 'The item has no PDF', advice, 0);
	}
	if (files.length > MAX_SIGNED_FILES) {
		const message = `${files.length} files are more than the ${MAX_SIGNED_FILES} that can be marked as signed`;
		throw refused(scope, message, 'Merge annexes into one PDF.', files.length);
	}
	const isPdf = (file?: IBinaryData) => file?.mimeType === PDF_CONTENT_TYPE;
	const inItem = Object.values(scope.input.binary ?? {}).filter(isPdf);
	if (inItem.length > files.length) hint(scope.context, NOT_ALL);
	return await mapConcurrently(files, 1, async (file) => await checkedPdf(scope, file));
}

// Aggregate and other nodes put data_1 … beside data.
const NOT_ALL = 'Input Binary Field does not name all PDFs of the item.';

/** @throws NodeApiError when two files were stored under one key, where the later one took the place of the other */
export function checkKeys(node: INode, pdfs: SignedPdf[], keys: string[]): void {
	const later = keys.findIndex((key, i) => keys.indexOf(key) < i);
	if (later < 0) return;
	const [first, second] = [pdfs[keys.indexOf(keys[later])], pdfs[later]];
	throw nodeApiError(node, {
		message: `The service stored '${first.name}' (field ${first.property}) and '${second.name}' (field ${second.property}) under the same key`,
		description: 'The contract was not marked as signed. Give the files different names.',
	});
}

/** Bytes decide, wherever n8n keeps them: what the file is called, and of which type it is said to be, do not count. */
async function checkedPdf(scope: ItemScope, file: InputFile): Promise<SignedPdf> {
	const { property, data } = file;
	const given = fileName(data.fileName ?? '', property);
	const what = `File '${given}' (field ${property})`;
	const edges = await edgesOf(scope, file).catch(({ message }: Error) => {
		const advice = 'Run the node that outputs the file again.';
		throw refused(scope, `${what} cannot be read: ${message}`, advice, given);
	});
	const other = otherThanPdf(edges.head) ?? cutOff(edges);
	if (other) throw refused(scope, `${what} is not a PDF: it is ${other.is}`, other.advice, given);
	const name = fileName(`${given.replace(/\.pdf$/i, '')}.pdf`, '');
	return { ...(await toUpload(scope, file, name, PDF_CONTENT_TYPE)), print: edges.print };
}

/** Every PDF of the item, in its order; also what only says that it is one, and containers of one, so that they are told and not left out. */
async function allPdfs(scope: ItemScope): Promise<InputFile[]> {
	const pdfs: InputFile[] = [];
	for (const name of fileFields(scope)) {
		const file = inputFile(scope, name);
		const { mimeType, fileName = '' } = file.data;
		const isSaid = /^application\/pdf\b/i.test(mimeType) || /\.pdf$/i.test(fileName);
		if (isSaid || /%PDF-|vnd\.etsi\.asic/.test((await edgesOf(scope, file, false)).head))
			pdfs.push(file);
	}
	return distinct(scope, pdfs);
}

function refused(scope: ItemScope, message: string, advice: string, value: unknown) {
	return refusedFile(scope, message, `${advice} Nothing was uploaded.`, value);
}

/**
 * Whether the signed files of a contract are these, byte for byte and in this order; undefined where the service does not
 * give them as they are. Nothing of them is kept.
 */
export async function holdsFiles(connection: Connection, id: string, pdfs: SignedPdf[]) {
	const path = `/contracts/${encodeURIComponent(id)}/signed-files`;
	const keep = async (body: FileBody) => ({ mimeType: '', data: await hashOf(body) });
	const storing = { fallbackName: id, maxBytes: Infinity, keep };
	const asked = { method: 'GET', path, bodyOptional: true } as const;
	const held = await readFiles(connection, asked, storing).catch(() => undefined);
	if (!held || connection.profile['signed-files'] === 'zip') return undefined;
	const given = await mapConcurrently(pdfs, 1, async ({ open }) => await hashOf(await open()));
	return held.map(({ data }) => data).join() === given.join();
}

async function hashOf(body: FileBody): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of Buffer.isBuffer(body) ? [body] : body) hash.update(chunk as Buffer);
	return hash.digest('hex');
}
