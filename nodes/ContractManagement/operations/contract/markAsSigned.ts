import { BINARY_IN_JSON_PROPERTY as FILES_IN_JSON } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { uuidOf } from '../../api/identifiers';
import { millisOf } from '../../api/instants';
import { CONCURRENT_TRANSFERS } from '../../api/limits';
import type { Contract } from '../../api/types';
import { mapConcurrently } from '../../transport/concurrent';
import type { Connection } from '../../transport/connection';
import { contractIfReadable } from '../../transport/contracts';
import { upload } from '../../transport/files/upload';
import { sourceIn } from '../../node/itemProperties';
import { toItem, type ItemScope } from '../../node/scope';
import { inputField } from '../file/input';
import { tellReused } from '../file/reused';
import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { oncePast, signedOn, signedAt } from './signatureDate';
import { checkKeys, holdsFiles, pdfOptions, signedPdfs, type SignedPdf } from './signedPdfs';
import { assertStatus, changeStatus, reachedBy, type StatusChange } from './statusChange';

/**
 * Uploads the item's PDFs and marks the contract as signed with them ("POST /contracts/{id}/signed-version").
 * Everything is checked before the first byte is sent, the contract's status last; the order of the files is kept.
 */
export const markAsSigned: Operation = {
	name: 'Mark as Signed',
	action: 'Record PDFs signed elsewhere',
	description:
		'Mark a contract as signed with 1 to 20 PDFs that were signed in another tool, and set the signature date. To have it signed, use Send for Signature.',
	request: { method: 'POST', url: '/contracts/{contractId}/signed-version' },
	fields: [
		contractLocator,
		inputField('e.g. data,annex_1,annex_2', 'The 1 to 20 signed PDFs, main document first'),
		signedOn,
	],
	options: pdfOptions,
	items:
		'{id, status, signatureDate, files: [{key, name, contentType, binaryProperty}]}, and the input files in binary; already: true where they were signed before',
	isShort: true,
	prepare: async (scope, declared, { contractId: id }) => {
		const signatureDate = signedAt(scope);
		const pdfs = await signedPdfs(scope);
		for (const [i, pdf] of pdfs.entries())
			await tellReused(scope, pdf, `${uuidOf(id)} ${i}`, 'Input Binary Field');
		const isOurs = async (through: Connection, held: Contract) =>
			(await holdsFiles(through, id, pdfs)) ??
			millisOf(held.signatureDate) === millisOf(signatureDate);
		const asked = { ...declared, bodyOptional: true };
		const reached = ['signed'];
		const change = { id, asked, reached, isOurs, conflicts: SETTLED, otherwise: RUNNING };
		const marking = { scope, pdfs, signatureDate, change };
		const { parameters } = scope.node;
		const source = sourceIn(parameters, 'contractId.value') ?? sourceIn(parameters, 'contractId');
		return {
			send: async () => await mark(marking),
			look: async () => {
				const contract = await contractIfReadable(scope.connection, id);
				return (await reachedBy(scope.connection, change, contract)) && [itemOf(marking)];
			},
			once: { ...oneItem(source), key: uuidOf(id), value: id },
			again: 'Running this again changes nothing: what is signed with these files stays as it is.',
		};
	},
};

/** What an item is to mark as signed, and with what. */
interface Marking {
	scope: ItemScope;
	pdfs: SignedPdf[];
	signatureDate: string;
	change: StatusChange;
}

async function mark(marking: Marking): Promise<INodeExecutionData[]> {
	const { scope, pdfs, signatureDate, change } = marking;
	const { connection, node } = scope;
	const isDone = async ({ status }: Contract) =>
		status === 'signed' && (await holdsFiles(connection, change.id, pdfs)) === true;
	const contract = await assertStatus(connection, change, isDone);
	if (contract.status === 'signed') {
		const date = contract.signatureDate ?? signatureDate;
		return [itemOf(marking, { already: true, signatureDate: date })];
	}
	const uploadOne = async (pdf: SignedPdf) => await upload(connection, pdf);
	const keys = await mapConcurrently(pdfs, CONCURRENT_TRANSFERS, uploadOne);
	checkKeys(node, pdfs, keys);
	const files = pdfs.map(({ name, contentType }, i) => ({ key: keys[i], name, contentType }));
	const asked = { ...change.asked, body: { files, signatureDate } };
	const sign = async () => await changeStatus(connection, { ...change, asked });
	await oncePast(connection, signatureDate, sign);
	return [itemOf(marking, {}, keys)];
}

/** The item of a contract that is signed, which keeps the files of its input. The keys are known of what was uploaded now. */
function itemOf({ scope, pdfs, ...marking }: Marking, more: IDataObject = {}, keys?: string[]) {
	const { json, binary } = scope.input;
	const { signatureDate, change } = marking;
	const files = pdfs.map(({ name, property, contentType }, i) => {
		const key = keys?.[i] ?? null;
		return { key, name, contentType, binaryProperty: property };
	});
	const held = FILES_IN_JSON in json && { [FILES_IN_JSON]: json[FILES_IN_JSON] };
	const signed = { id: change.id, status: 'signed', signatureDate, files };
	const item = toItem(scope, { ...held, ...signed, ...more });
	return { ...item, ...(binary && { binary }) };
}

/** What is said of two items of one contract, after their numbers. @param source of the ID, such as `$json.contract` */
const oneItem = (source = '') => ({
	field: 'Contract',
	message: 'are of one contract, which is signed once, with all its files',
	description: `Put all files of a contract into one item, main document first: Aggregate with All Item Data and Include Binaries (for several contracts, within Loop Over Items) gives data, data_1 …, to be named in Input Binary Field in this order. The ID then stands in data[0]${source.startsWith('$json') ? `: {{ ${source.replace('$json', '$json.data[0]')} }}` : ', in the property that has it now'}. Signature Date changes likewise where it reads $json. Nothing was uploaded.`,
});

/** Why nothing more can be signed, whatever else is known of the contract ("States and transitions"). */
const SETTLED: StatusChange['conflicts'] = {
	signed: {
		message: 'The contract is already signed',
		description: 'Nothing was changed. Read its signed files with Download Signed Files.',
	},
	canceled: {
		message: 'The contract is canceled',
		description: 'Nothing was changed.',
	},
};

const RUNNING = {
	message:
		'A signature process of the service or its signature provider is running for the contract',
	description: 'Nothing was changed. Let that process end, or cancel it in the web application.',
};
