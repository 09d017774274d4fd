import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { notFound } from '../http/apiError.mts';
import type { Call } from '../http/operation.mts';
import type { FileLink } from '../schemas/file.mts';
import type { SandboxState } from '../state.mts';
import { contractDocument } from './document.mts';

/** A row of `contract_files`; `upload_id` is null for a document that is generated at its download. */
export interface FileRow {
	id: string;
	contract_id: string;
	name: string;
	content_type: string;
	upload_id: string | null;
	bytes: number | null;
}

export interface FileContent {
	name: string;
	contentType: string;
	size: number;
	/** The whole of a generated document, or a stream of an uploaded file. */
	body: Buffer | Readable;
}

const FILES = '/storage/files/';
const CURRENT_VERSIONS = '/storage/current-versions/';

/** The signed files of a contract, main document first. */
export function signedFileLinks(call: Call, contractId: string): FileLink[] {
	const rows = call.state.database.all<FileRow>(
		'SELECT * FROM contract_files WHERE contract_id = ? AND position >= 0 ORDER BY position',
		contractId,
	);
	return rows.map((row) => linkTo(call, row));
}

function linkTo(call: Call, { id, name, content_type: contentType }: FileRow): FileLink {
	return { name, url: signed(call, FILES + id), contentType };
}

/** Where `contract_files` has the document that a contract was created with: before the signed files. */
export const DOCUMENT_POSITION = -1;

/** The document of a contract as it is now: the one that it was created with, else one made of its values. */
export function currentVersionLink(call: Call, contractId: string, name: string): FileLink {
	const given = call.state.database.get<FileRow>(
		'SELECT * FROM contract_files WHERE contract_id = ? AND position = ?',
		contractId,
		DOCUMENT_POSITION,
	);
	if (given) return linkTo(call, given);
	return {
		name: `${name}.pdf`,
		url: signed(call, CURRENT_VERSIONS + contractId),
		contentType: 'application/pdf',
	};
}

/** What a download URL leads to. Throws 404 when the file is gone. */
export function fileContent(state: SandboxState, fileId: string): FileContent {
	const row = state.database.get<FileRow>('SELECT * FROM contract_files WHERE id = ?', fileId);
	if (!row) throw notFound('FILE_NOT_FOUND', fileId);
	const { name, content_type: contentType } = row;
	if (row.upload_id === null) {
		return generated(state, row.contract_id, name, row.bytes ?? 0);
	}
	const { size } = state.database.get<{ size: number }>(
		'SELECT size FROM uploads WHERE id = ?',
		row.upload_id,
	)!;
	return { name, contentType, size, body: state.storage.read(row.upload_id) };
}

export function currentVersionContent(state: SandboxState, contractId: string): FileContent {
	const row = state.database.get<{ name: string }>(
		'SELECT name FROM contracts WHERE id = ?',
		contractId,
	);
	if (!row) throw notFound('FILE_NOT_FOUND', contractId);
	return generated(state, contractId, `${row.name}.pdf`);
}

/** The whole file behind a download URL, for the variants that answer it in place of the URL. */
export function readLinkedFile(state: SandboxState, url: string): Buffer {
	const { pathname } = new URL(url);
	const id = pathname.slice(pathname.lastIndexOf('/') + 1);
	if (pathname.startsWith(CURRENT_VERSIONS)) {
		return currentVersionContent(state, id).body as Buffer;
	}
	const { body } = fileContent(state, id);
	return Buffer.isBuffer(body) ? body : readUpload(state, id);
}

function readUpload(state: SandboxState, fileId: string): Buffer {
	const { upload_id: uploadId } = state.database.get<FileRow>(
		'SELECT upload_id FROM contract_files WHERE id = ?',
		fileId,
	)!;
	return readFileSync(state.storage.path(uploadId!));
}

function generated(state: SandboxState, contractId: string, name: string, bytes = 0): FileContent {
	const body = contractDocument(state.database, state.catalogs, contractId, bytes);
	return { name, contentType: 'application/pdf', size: body.length, body };
}

function signed({ state, origin }: Call, path: string): string {
	return origin + state.urls.sign('GET', path, state.clock.now());
}
