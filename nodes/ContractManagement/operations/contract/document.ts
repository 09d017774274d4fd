import { cutOff, isDocx, otherThanPdf } from '../../api/documents';
import { fileName } from '../../api/fileNames';
import { DOCX_CONTENT_TYPE, PDF_CONTENT_TYPE } from '../../api/limits';
import { isBlank } from '../../api/options';
import { PROBE } from '../../api/serviceProfile';
import { wrongInput } from '../../transport/errors/requestError';
import { upload } from '../../transport/files/upload';
import { gaveNothing } from '../../node/path';
import { runOf, type ItemScope } from '../../node/scope';
import { edgesOf, namedFiles, toUpload } from '../file/input';
import { tellReused } from '../file/reused';
import { text } from '../shared/fields';

/** "POST /contracts (with its document)": the file that becomes the contract, in place of one made from the template. */
export const documentField = text('Document (Input Binary Field)', {
	name: 'document',
	typeOptions: { binaryDataProperty: true },
	placeholder: 'e.g. data',
	description:
		'A PDF or Word file of the input as the document of the contract. Empty: the template makes it.',
});

/**
 * Uploads the item's document and gives the part of the body of "POST /contracts" that has it; undefined where none is
 * asked for. Its bytes are looked at at once.
 * @throws NodeOperationError where it is no file, several, or neither a PDF nor a Word file
 */
export async function documentOf(scope: ItemScope): Promise<(() => Promise<object>) | undefined> {
	const { label } = documentField;
	const selection = documentField.given(scope);
	const isSaid = selection === '' || !gaveNothing(scope, documentField.path, selection);
	if (!isSaid) documentField.filled(scope, "Where the template is to make it, give ''.");
	if (isBlank(selection)) return undefined;
	const property = scope.connection.profile['contract-create-document'];
	if (property === 'none') {
		const message = 'The service makes contracts from templates only (contract-create-document)';
		throw wrongInput(scope, [label, selection], message, `Leave ${label} empty. ${PROBE}`);
	}
	const [file, ...others] = namedFiles(scope, selection);
	if (others.length > 0) {
		const message = `A contract has one document, and ${label} names ${others.length + 1}`;
		throw wrongInput(scope, [label, selection], message, 'Merge them into one file first.');
	}
	const given = fileName(file.data.fileName ?? '', file.property);
	const edges = await edgesOf(scope, file);
	const isWord = isDocx(edges.head, `${given} ${file.data.mimeType}`);
	const other = (isWord ? undefined : otherThanPdf(edges.head)) ?? cutOff(edges);
	if (other) {
		const message = `File '${given}' (field ${file.property}) is neither a PDF nor a Word file (docx): it is ${other.is}`;
		throw wrongInput(scope, [label, given], message, `${other.advice} Nothing was created.`);
	}
	const [ending, contentType] = isWord ? ['.docx', DOCX_CONTENT_TYPE] : ['.pdf', PDF_CONTENT_TYPE];
	const name = given.toLowerCase().endsWith(ending) ? given : fileName(given + ending, '');
	const source = await toUpload(scope, file, name, contentType);
	const { print } = edges;
	const place = `${runOf(scope)} ${scope.itemIndex}`;
	return async () => {
		await tellReused(scope, { name, print }, place, label);
		return { [property]: { key: await upload(scope.connection, source), name, contentType } };
	};
}
