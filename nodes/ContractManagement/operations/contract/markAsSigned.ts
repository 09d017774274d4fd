import { dateAdvice, timestampOf } from '../../api/dates';
import {
	CONCURRENT_UPLOADS,
	PDF_CONTENT_TYPE,
	SIGNATURE_DATE_TOLERANCE_MS,
} from '../../api/limits';
import type { SignedFile } from '../../api/types';
import { mapConcurrently } from '../../transport/concurrent';
import { wrongInput } from '../../transport/errors/requestError';
import { upload } from '../../transport/files/upload';
import { toItem } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { inputField } from '../file/input';
import { field } from '../shared/fields';
import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { dateParameter } from '../shared/parameters';
import { tagExecutions } from '../shared/parameters.fields';
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
			'When the last person signed. Without a time, the start of the day in the workflow timezone.',
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
				await changeStatus(connection, { ...change, asked: { ...asked, body } });
				const shown = files.map((file, i) => ({ ...file, binaryProperty: pdfs[i].property }));
				return [toItem(scope, { id, status: 'signed', signatureDate, files: shown })];
			},
			again:
				'Running this again ends at the first of them, as it is signed: leave these items out.',
		};
	},
};

/** Not empty, not in the future; a date alone is the start of that day in the workflow's timezone. In UTC. */
function signedAt(scope: ItemScope): string {
	const field = 'Signature Date';
	const value = scope.parameter<unknown>('signatureDate', '');
	const moment = dateParameter(scope, field, value, 'start');
	if (!moment) {
		const advice = `Give the moment when the last person signed. ${dateAdvice()}`;
		throw wrongInput(scope, [field, String(value)], `${field} is empty`, advice);
	}
	if (moment.toMillis() <= Date.now() + SIGNATURE_DATE_TOLERANCE_MS) return timestampOf(moment);
	throw wrongInput(
		scope,
		[field, String(value)],
		`${field} ${moment.toISO()} lies in the future`,
		'It is the moment when the last person signed, in the past. Check the timezone of the workflow.',
	);
}

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
