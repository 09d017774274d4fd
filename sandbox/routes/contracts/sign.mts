import { ApiError } from '../../http/apiError.mts';
import { operation, type Call } from '../../http/operation.mts';
import { toUtc } from '../../schemas/formats.mts';
import { SignedVersion } from '../../schemas/contract.mts';
import { changeContract } from '../../store/contracts/change.mts';
import type { ContractRow } from '../../store/contracts/row.mts';
import { insert } from '../../store/database.mts';
import { newId } from '../../store/ids.mts';
import { uploadId } from '../uploads.mts';
import { contractOf } from './find.mts';

export const markAsSigned = operation({
	method: 'POST',
	path: '/contracts/:id/signed-version',
	tag: 'Contracts',
	summary: 'Marks a contract as signed from PDFs signed in a third-party tool',
	description:
		'Preparation: POST /files/upload-url once per PDF and PUT each body to the returned URL.',
	body: SignedVersion,
	shape: 'none',
	success: { status: 204, description: 'Contract signed' },
	errors: [400, 404, 409],
	find: contractOf,
	handle(call, contract) {
		const { files, signatureDate } = call.body;
		refuseFuture(call, signatureDate);
		refuseSettled(contract);
		const uploads = files.map(({ key, name }) => ({
			name,
			id: uploadId(call, key, ['application/pdf']),
		}));
		const signedAt = toUtc(signatureDate);
		const type = call.catalog.contractTypes.get(contract.contract_type_id)!;
		changeContract(call.state, contract, {
			status: 'signed',
			signature_date: signedAt,
			...(type.startsWhenSigned ? { start_at: signedAt } : {}),
		});
		call.database.run(
			'DELETE FROM contract_files WHERE contract_id = ? AND position >= 0',
			contract.id,
		);
		for (const [position, { name, id }] of uploads.entries()) {
			insert(call.database, 'contract_files', {
				id: newId(),
				contract_id: contract.id,
				position,
				name,
				content_type: 'application/pdf',
				upload_id: id,
			});
		}
		return { status: 204 };
	},
});

function refuseFuture({ state }: Call, signatureDate: string): void {
	if (Date.parse(signatureDate) <= state.clock.now()) return;
	throw new ApiError('SIGNATURE_DATE_IN_FUTURE', 'signatureDate must not be in the future', {
		field: 'signatureDate',
		value: signatureDate,
		now: state.clock.timestamp(),
	});
}

/** "Contract status": 409 when signed or canceled, or when a native or provider signature is in progress. */
function refuseSettled({ status, signature_process: process }: ContractRow): void {
	const isRunning = status === 'signing' && (process === 'native' || process === 'provider');
	if (status !== 'signed' && status !== 'canceled' && !isRunning) return;
	const reason = isRunning ? `has a ${process} signature in progress` : `is already ${status}`;
	throw new ApiError('INVALID_STATUS_TRANSITION', `The contract ${reason}`, {
		field: 'status',
		value: status,
		requested: 'signed',
		signatureProcess: process,
	});
}
