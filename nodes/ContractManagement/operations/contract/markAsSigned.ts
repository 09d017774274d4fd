import { CONCURRENT_UPLOADS, PDF_CONTENT_TYPE } from '../../api/limits';
import type { SignedFile } from '../../api/types';
import { mapConcurrently } from '../../transport/concurrent';
import type { Connection } from '../../transport/connection';
import { upload } from '../../transport/files/upload';
import { toItem } from '../../transport/routing';
import { inputField } from '../file/input';
import { field } from '../shared/fields';
import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { tagExecutions } from '../shared/parameters.fields';
import { oncePast, signedAt } from './signatureDate';
import { checkKeys, signedPdfs, type SignedPdf } from './signedPdfs';
import { assertStatus, changeStatus, type Conflicts } from './statusChange';

/**
 * Uploads the item's PDFs and marks the contract as signed with them ("POST /contracts/{id}/signed-version").
 * Everything is checked before the first byte is sent, the contract's status last; the order of the files is kept.
 */
export const markAsSigned: Operation = {
	name: 'Mark as Signed',
	action: 'Mark contract as signed',
	description:
		'Mark a contract as signed with 1 to 20 PDFs that were signed in another tool, and set the signature date. To have it signed, use Send for Signature.',
	request: { method: 'POST', url: '/contracts/{contractId}/signed-version' },
	fields: [
		contractLocator,
		inputField('e.g. data,annex_1,annex_2', 'The 1 to 20 signed PDFs, main document first'),
		field('signatureDate', [
			'Signature Date',
			'',
			'When the last person signed. Without a time, that day, whatever the timezone.',
			{ type: 'dateTime', required: true },
		]),
	],
	options: [
		tagExecutions,
		field('allPdfs', [
			'Use All PDFs of the Item',
			false,
			'Whether to use every PDF of the item in its order, unreliable with webhooks and forms',
		]),
	],
	items: '{id, status, signatureDate, files: [{key, name, contentType, binaryProperty}]}',
	isShort: true,
	prepare: async (scope, declared, { contractId: id }) => {
		const signatureDate = signedAt(scope);
		const pdfs = await signedPdfs(scope);
		const asked = { ...declared, bodyOptional: true };
		const change = { id, asked, reached: ['signed'], conflicts: SETTLED, otherwise: RUNNING };
		return {
			send: async () => {
				const { connection, node } = scope;
				await assertStatus(connection, change);
				const uploadOne = async (pdf: SignedPdf) => await upload(connection, pdf);
				const keys = await mapConcurrently(pdfs, CONCURRENT_UPLOADS, uploadOne);
				checkKeys(node, pdfs, keys);
				const files = pdfs.map(
					({ name }, i): SignedFile => ({ key: keys[i], name, contentType: PDF_CONTENT_TYPE }),
				);
				const body = { files, signatureDate };
				const sign = async (through: Connection) =>
					await changeStatus(through, { ...change, asked: { ...asked, body } });
				await oncePast(connection, signatureDate, sign);
				const shown = files.map((file, i) => ({ ...file, binaryProperty: pdfs[i].property }));
				return [toItem(scope, { id, status: 'signed', signatureDate, files: shown })];
			},
			again:
				'Running this again ends at the first of them, as it is signed: leave these items out.',
		};
	},
};

/** Why nothing more can be signed, whatever else is known of the contract ("States and transitions"). */
const SETTLED: Conflicts = {
	signed: {
		message: 'The contract is already signed',
		description:
			'Nothing was changed; its signed files stay as they are. Read them with Download Signed Files.',
	},
	canceled: {
		message: 'The contract is canceled',
		description:
			'Nothing was changed. Only contracts that are draft, negotiating or signing can be marked as signed.',
	},
};

const RUNNING = {
	message:
		'A signature process of the service or its signature provider is running for the contract',
	description:
		'Nothing was changed. Let that process end, or cancel it in the web application, before you mark the contract as signed.',
};
