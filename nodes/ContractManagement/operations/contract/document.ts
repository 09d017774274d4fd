import { isDocx, otherThanPdf } from '../../api/documents';
import { fileName } from '../../api/fileNames';
import { DOCX_CONTENT_TYPE, PDF_CONTENT_TYPE } from '../../api/limits';
import { isBlank } from '../../api/options';
import { PROBE } from '../../api/serviceProfile';
import { wrongInput } from '../../transport/errors/requestError';
import { upload } from '../../transport/files/upload';
import type { ItemScope } from '../../node/scope';
import { headOf, namedFiles, toUpload } from '../file/input';
import { field } from '../shared/fields';

const FIELD = 'Document (Input Binary Field)';

/** "POST /contracts (with its document)": the file that becomes the contract, in place of one made from the template. */
export const documentField = field('document', [
	FIELD,
	'',
	'A PDF or Word file of the input that becomes the document of the contract. Empty: the template makes it.',
	{ typeOptions: { binaryDataProperty: true }, placeholder: 'e.g. data' },
]);

/**
 * Uploads the item's document and gives the part of the body of "POST /contracts" that has it; undefined where none is
 * asked for. Its bytes are looked at at once.
 *
 * @throws NodeOperationError where it is no file, several, or neither a PDF nor a Word file
 */
export async function documentOf(scope: ItemScope): Promise<(() => Promise<object>) | undefined> {
	const selection = scope.parameter<unknown>('document', '');
	if (isBlank(selection)) return undefined;
	const property = scope.connection.profile['contract-create-document'];
	if (property === 'none') {
		const message = 'The service makes contracts from templates only (contract-create-document)';
		throw wrongInput(scope, [FIELD, selection], message, `Leave ${FIELD} empty. ${PROBE}`);
	}
	const [file, ...others] = namedFiles(scope, selection);
	if (others.length > 0) {
		const message = `A contract has one document, and ${FIELD} names ${others.length + 1}`;
		throw wrongInput(scope, [FIELD, selection], message, 'Merge them into one file first.');
	}
	const given = fileName(file.data.fileName ?? '', file.property);
	const head = await headOf(scope, file);
	const isWord = isDocx(head, `${given} ${file.data.mimeType}`);
	const other = isWord ? undefined : otherThanPdf(head);
	if (other) {
		const message = `File '${given}' (field ${file.property}) is neither a PDF nor a Word file (docx): it is ${other.is}`;
		throw wrongInput(scope, [FIELD, given], message, `${other.advice} Nothing was created.`);
	}
	const [ending, contentType] = isWord ? ['.docx', DOCX_CONTENT_TYPE] : ['.pdf', PDF_CONTENT_TYPE];
	const name = given.toLowerCase().endsWith(ending) ? given : fileName(given + ending, '');
	const source = await toUpload(scope, file, name, contentType);
	return async () => ({
		[property]: { key: await upload(scope.connection, source), name, contentType },
	});
}
