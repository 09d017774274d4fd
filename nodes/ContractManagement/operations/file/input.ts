import { BINARY_IN_JSON_PROPERTY as FILES_IN_JSON, isBinaryValue } from 'n8n-workflow';
import type { IBinaryData } from 'n8n-workflow';
import { BASE64, Edges, HEAD_BYTES, otherThanPdf } from '../../api/documents';
import { shown } from '../../api/fieldProblems';
import { mediaTypeOf } from '../../api/headers';
import { MEGABYTE } from '../../api/limits';
import { commaList, isBlank } from '../../api/options';
import { isObject } from '../../api/shapes';
import { wrongInput } from '../../transport/errors/requestError';
import type { Field } from '../../node/field';
import { text } from '../shared/fields';
import type { ItemScope } from '../../node/scope';
import { sizeOf } from '../../transport/files/upload';
import type { FileBody } from '../../transport/streams';

/** A file of the input item, not read yet. */
export interface InputFile {
	/** The binary field that holds it; shown in errors. */
	property: string;
	data: IBinaryData;
}

const binaryFields = text('Input Binary Field', {
	name: 'binaryProperties',
	default: 'data',
	typeOptions: { binaryDataProperty: true },
	required: true,
	hint: 'Names of input binary fields, separated by commas',
});

/** The parameter that says in which binary fields the files are; read with `namedFiles`. */
export function inputField(placeholder: string, description: string): Field {
	return binaryFields.with({ placeholder, description });
}

const NAMES = 'Name the field that holds the file, such as data; several with commas.';

/**
 * The files that the parameter names, in its order: field names separated by commas, an array of them, or what an
 * expression takes from another node's binary data.
 * @throws NodeOperationError when it names nothing, the item lacks a field, or an entry of a list is none
 */
export function namedFiles(scope: ItemScope, selection = binaryFields.given(scope)): InputFile[] {
	const entries: unknown[] = isBlank(selection) ? [] : [selection].flat();
	const named = entries.flatMap((entry): unknown[] => {
		const isOne = typeof entry !== 'string' || fileFields(scope).includes(entry);
		return isOne ? [entry] : commaList(entry);
	});
	const files = named.map((name) => inputFile(scope, name));
	if (files.length > 0) return distinct(scope, files);
	throw refusedFile(scope, `${binaryFields.label} is empty`, NAMES, selection);
}

/** The same files. @throws NodeOperationError where one comes twice, be it in two fields or by an expression */
export function distinct(scope: ItemScope, files: InputFile[]): InputFile[] {
	const bytes = files.map(({ data }) => data.id ?? data.data);
	const twice = files.find((_, i) => bytes.indexOf(bytes[i]) < i);
	if (!twice) return files;
	const advice = 'Name each file once, main document first.';
	throw refusedFile(scope, `'${twice.property}' is named twice`, advice, twice.property);
}

/** The file as it is uploaded under the name, with the field that holds it. */
export async function toUpload(
	{ context }: ItemScope,
	{ property, data }: InputFile,
	name: string,
	contentType = data.mimeType,
) {
	const open = async (): Promise<FileBody> =>
		data.id ? await context.helpers.getBinaryStream(data.id) : Buffer.from(data.data, 'base64');
	return { property, name, contentType, size: await sizeOf(context, data), open };
}

/** Wherever n8n keeps the file: it gives the end of one on disk only behind all of it. Large pieces are faster, and of large files fill the memory. @param isWhole false where its beginning is enough */
export async function edgesOf({ context }: ItemScope, { data }: InputFile, isWhole = true) {
	const edges = new Edges();
	const piece = (data.bytes ?? Infinity) < 4 * MEGABYTE ? MEGABYTE : undefined;
	const bytes = data.id
		? await context.helpers.getBinaryStream(data.id, piece)
		: [Buffer.from(data.data, 'base64')];
	for await (const chunk of bytes) {
		edges.add(chunk as Buffer);
		if (!isWhole && edges.head.length >= HEAD_BYTES) break;
	}
	return edges;
}

/** A file by its field, or as an expression gives it: `$binary` lacks the content of some. @throws NodeOperationError where there is none */
export function inputFile(scope: ItemScope, name: unknown): InputFile {
	const isField = typeof name === 'string';
	const data = isField ? described(scope, name) : (Object(name) as IBinaryData);
	// A Code node may give numbers.
	const fileName = isBlank(data.fileName) ? undefined : String(data.fileName);
	const mimeType = mediaTypeOf(String(data.mimeType)) ?? 'application/octet-stream';
	const property = isField ? name : (fileName ?? 'file');
	// That of n8n begins with where the file is; records of other systems have one, too.
	const id = /:/.test(data.id ?? '') ? data.id : undefined;
	if (id || isBase64(data.data)) return { property, data: { ...data, id, fileName, mimeType } };
	const what = isField ? `The binary field '${name}'` : `An entry of ${binaryFields.label}`;
	const advice = isField
		? 'A Code node gives the content of a file in data, as base64 text.'
		: `${NAMES} Where one may be missing, add .filter(Boolean).`;
	throw refusedFile(scope, `${what} holds no file`, advice, property);
}

function described(scope: ItemScope, name: string): IBinaryData {
	try {
		return filesInJson(scope).get(name) ?? scope.binary(name);
	} catch {
		const present = fileFields(scope).join(', ');
		const none = `It has no files at all: the node before this one has to output them, or give {{ $('Earlier node').item.binary.data }}.`;
		const has = present ? `It has: ${present}` : none;
		// A comma may have cut off the beginning of a data URL.
		const isText = otherThanPdf(name)?.is === BASE64.is || /^data:.*;base64$/.test(name);
		const advice = isText ? BASE64.advice : has;
		throw refusedFile(scope, `The item has no binary field '${shown(name)}'`, advice, shown(name));
	}
}

/** The NodeOperationError of an Input Binary Field, for the caller to throw. @param value what was given there */
export function refusedFile(scope: ItemScope, message: string, advice: string, value: unknown) {
	return wrongInput(scope, [binaryFields.label, value], message, advice);
}

// Its beginning tells: n8n skips what is none, and what is left would be another file.
function isBase64(text: unknown): boolean {
	return typeof text === 'string' && /^[\w+/=\s-]*$/.test(text.slice(0, 100));
}

/** The fields of the item that hold files, in its binary data or its JSON. */
export function fileFields(scope: ItemScope): string[] {
	return [...Object.keys(scope.input.binary ?? {}), ...filesInJson(scope).keys()];
}

// With the workflow setting that keeps files in the JSON, n8n takes a path where it otherwise takes a name.
function filesInJson({ input, context }: ItemScope): Map<string, IBinaryData> {
	const files = input.json[FILES_IN_JSON];
	const { binaryMode } = context.getWorkflowSettings();
	const entries = binaryMode === 'combined' && isObject(files) ? Object.entries(files) : [];
	return new Map(entries.filter(([, file]) => isBinaryValue(file)) as Array<[string, IBinaryData]>);
}
