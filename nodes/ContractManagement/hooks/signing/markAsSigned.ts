import { CONCURRENT_UPLOADS, PDF_CONTENT_TYPE } from '../../api/limits';
import type { Contract, SignedFile } from '../../api/types';
import { mapConcurrently } from '../../transport/concurrent';
import { upload } from '../../transport/files';
import { identifierOf, pathOf } from '../../transport/path';
import { hook, toItem } from '../../transport/routing';
import { signatureDate } from './signatureDate';
import { signedPdfs } from './signedPdfs';
import { changeStatus } from './statusChange';

/**
 * Uploads the item's PDFs and marks the contract as signed with them ("POST /contracts/{id}/signed-version", D16).
 * Everything is checked before the first byte is sent; the order of the files is kept.
 */
export const markAsSigned = hook(async (scope, declared) => {
	const path = pathOf(scope, declared.path);
	const signedAt = signatureDate(scope);
	const pdfs = await signedPdfs(scope);

	const keys = await mapConcurrently(
		pdfs,
		CONCURRENT_UPLOADS,
		async (pdf) => await upload(scope.connection, pdf),
	);
	const files = pdfs.map(
		({ name }, i): SignedFile => ({ key: keys[i], name, contentType: PDF_CONTENT_TYPE }),
	);
	await changeStatus(scope, {
		asked: { ...declared, path, body: { files, signatureDate: signedAt }, bodyOptional: true },
		reached: ['signed'],
		conflict,
	});
	return [
		toItem(scope, {
			id: identifierOf(scope, 'contractId'),
			status: 'signed',
			signatureDate: signedAt,
			files: files.map((file, i) => ({ ...file, binaryProperty: pdfs[i].property })),
		}),
	];
});

function conflict({ status }: Contract) {
	return CONFLICTS[status] ?? SIGNATURE_RUNNING;
}

const CONFLICTS: Partial<Record<string, { message: string; description: string }>> = {
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

const SIGNATURE_RUNNING = {
	message:
		'A signature process of the service or its signature provider is running for the contract',
	description:
		'Nothing was changed. Let that process end, or cancel it in the web application, before you mark the contract as signed.',
};
