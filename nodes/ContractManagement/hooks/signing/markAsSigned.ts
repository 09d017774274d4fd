import type { INodeExecutionData } from 'n8n-workflow';
import { CONCURRENT_UPLOADS, PDF_CONTENT_TYPE } from '../../api/limits';
import type { Contract, SignedFile } from '../../api/types';
import { mapConcurrently } from '../../transport/concurrent';
import type { ApiRequest } from '../../transport/exchange';
import { upload } from '../../transport/files';
import { identifierOf, pathOf } from '../../transport/path';
import { toItem } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { writeEachItem, writeHook, type Prepare } from '../../transport/writes';
import { signatureDate } from './signatureDate';
import { signedPdfs, type SignedPdf } from './signedPdfs';
import { assertStatus, changeStatus } from './statusChange';

/**
 * Uploads the item's PDFs and marks the contract as signed with them ("POST /contracts/{id}/signed-version", D16).
 * Everything is checked before the first byte is sent, the contract's status last; the order of the files is kept.
 */
const prepare: Prepare = async (scope, declared) => {
	const asked = { ...declared, path: pathOf(scope, declared.path), bodyOptional: true };
	const signedAt = signatureDate(scope);
	const pdfs = await signedPdfs(scope);
	return {
		send: async () => await sign(scope, asked, { signedAt, pdfs }),
		again: 'Running this again ends at the first of them, as it is signed: leave these items out.',
	};
};

export const markAsSigned = writeHook(prepare);

export const markAllAsSigned = writeEachItem(prepare, {
	method: 'POST',
	path: '/contracts/{contractId}/signed-version',
});

interface SignedVersion {
	signedAt: string;
	pdfs: SignedPdf[];
}

async function sign(
	scope: ItemScope,
	asked: ApiRequest,
	{ signedAt, pdfs }: SignedVersion,
): Promise<INodeExecutionData[]> {
	await assertStatus(scope, asked, settled);

	const keys = await mapConcurrently(
		pdfs,
		CONCURRENT_UPLOADS,
		async (pdf) => await upload(scope.connection, pdf),
	);
	const files = pdfs.map(
		({ name }, i): SignedFile => ({ key: keys[i], name, contentType: PDF_CONTENT_TYPE }),
	);
	await changeStatus(scope, {
		asked: { ...asked, body: { files, signatureDate: signedAt } },
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
}

function conflict(contract: Contract) {
	return settled(contract) ?? SIGNATURE_RUNNING;
}

/** Why nothing more can be signed, whatever else is known of the contract ("States and transitions"). */
function settled({ status }: Contract) {
	return SETTLED.get(status);
}

const SETTLED = new Map<string, { message: string; description: string }>([
	[
		'signed',
		{
			message: 'The contract is already signed',
			description:
				'Nothing was changed; its signed files stay as they are. Read them with Download Signed Files.',
		},
	],
	[
		'canceled',
		{
			message: 'The contract is canceled',
			description:
				'Nothing was changed. Only contracts that are draft, negotiating or signing can be marked as signed.',
		},
	],
]);

const SIGNATURE_RUNNING = {
	message:
		'A signature process of the service or its signature provider is running for the contract',
	description:
		'Nothing was changed. Let that process end, or cancel it in the web application, before you mark the contract as signed.',
};
