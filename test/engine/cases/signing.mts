import type { Sandbox } from '../../support/sandbox.mts';
import { operationCase, uuid, type Call } from './case.mts';
import { byId } from '../../support/byId.mts';
import { downloadCall, fileItem, fileLink, keyOf, uploadCalls } from './storage.mts';

interface Three {
	ids: string[];
}

const three = (state: Record<string, unknown>) => ({
	recorded: (): Three => ({ ids: [1, 2, 3].map((n) => `contract_${uuid('c', n)}`) }),
	live: async ({ control }: Sandbox): Promise<Three> => {
		const contracts = [1, 2, 3].map(async () => await control.createContract(state));
		return { ids: (await Promise.all(contracts)).map(({ id }) => id) };
	},
});

const DATE = '2026-03-01T10:00:00.000Z';
const pdf = (name: string) => `%PDF-1.7 ${name} %%EOF`;

const markAsSigned = operationCase<Three>({
	operation: 'contract.markAsSigned',
	does: 'uploads the PDFs of each item and marks its contract as signed from them',
	fixture: three({ status: 'draft' }),
	run: ({ ids }) => {
		const names = (index: number) => [`main ${index}.pdf`, `annex ${index}.pdf`];
		const keys = (index: number) => names(index).map(keyOf);
		return {
			parameters: {
				contractId: byId('={{ $json.contract }}'),
				binaryProperties: 'data,annex',
				signatureDate: DATE,
			},
			inputs: ids.map((contract) => ({ contract })),
			binaries: ids.map((_id, index) => {
				const [data, annex] = names(index).map((name) => fileItem(name, pdf(name)));
				return { data, annex };
			}),
			calls: ids.flatMap((id, index): Call[] => [
				{ method: 'GET', path: `/contracts/${id}`, reply: { body: { id, status: 'draft' } } },
				...names(index).flatMap((name) => uploadCalls(name, pdf(name))),
				{
					method: 'POST',
					path: `/contracts/${id}/signed-version`,
					body: {
						files: names(index).map((name, i) => ({
							key: keys(index)[i],
							name,
							contentType: 'application/pdf',
						})),
						signatureDate: DATE,
					},
					reply: { status: 204 },
				},
			]),
			outputs: ids.map((id, index) => [
				{
					id,
					status: 'signed',
					signatureDate: DATE,
					files: names(index).map((name, i) => ({
						key: expect.any(String),
						name,
						contentType: 'application/pdf',
						binaryProperty: ['data', 'annex'][i],
					})),
				},
			]),
		};
	},
});

const sendForSignature = operationCase<Three>({
	operation: 'contract.sendForSignature',
	does: 'sends each contract, with a message',
	fixture: three({ status: 'draft' }),
	run: ({ ids }) => ({
		parameters: {
			contractId: byId('={{ $json.contract }}'),
			options: { message: 'Please sign' },
		},
		inputs: ids.map((contract) => ({ contract })),
		calls: ids.flatMap((id): Call[] => [
			{ method: 'GET', path: `/contracts/${id}`, reply: { body: { id, status: 'draft' } } },
			{
				method: 'POST',
				path: `/contracts/${id}/signatures/send`,
				body: { message: 'Please sign' },
				reply: { status: 202, body: { status: 'signing' } },
			},
		]),
		outputs: ids.map((id) => [{ id, status: 'signing' }]),
	}),
});

const NAMES = [['Main 0.pdf'], ['Main 1.pdf', 'Annex 1.pdf'], ['Main 2.pdf']];

const downloadSignedFiles = operationCase<Three>({
	operation: 'contract.downloadSignedFiles',
	does: 'gives an item per file, with its facts in the JSON',
	fixture: {
		recorded: three({}).recorded,
		live: async ({ control }) => {
			const ids: string[] = [];
			for (const names of NAMES) {
				const signedFiles = names.map((name) => ({ name }));
				ids.push((await control.createContract({ status: 'signed', signedFiles })).id);
			}
			return { ids };
		},
	},
	run: ({ ids }) => ({
		parameters: { contractId: byId('={{ $json.contract }}') },
		inputs: ids.map((contract) => ({ contract })),
		calls: ids.flatMap((id, index): Call[] => [
			{
				method: 'GET',
				path: `/contracts/${id}/signed-files`,
				reply: { body: NAMES[index].map((name) => fileLink('files', name)) },
			},
			...NAMES[index].map((name) => downloadCall('files', name, pdf(name))),
		]),
		outputs: ids.map((id, index) =>
			NAMES[index].map((name, i) => facts(id, name, i + 1, NAMES[index].length)),
		),
	}),
});

const downloadCurrentVersion = operationCase<Three>({
	operation: 'contract.downloadCurrentVersion',
	does: 'downloads the document of each draft',
	fixture: three({ status: 'draft' }),
	run: ({ ids }) => ({
		parameters: { contractId: byId('={{ $json.contract }}') },
		inputs: ids.map((contract) => ({ contract })),
		calls: ids.flatMap((id): Call[] => [
			{
				method: 'GET',
				path: `/contracts/${id}/current-version`,
				reply: { body: fileLink('current-versions', `${id}.pdf`) },
			},
			downloadCall('current-versions', `${id}.pdf`, pdf(id)),
		]),
		outputs: ids.map((id) => [facts(id, expect.stringMatching(/\.pdf$/), 1, 1)]),
	}),
});

function facts(contractId: string, fileName: unknown, fileNumber: number, fileCount: number) {
	return {
		contractId,
		fileName,
		mimeType: 'application/pdf',
		bytes: expect.any(Number),
		binaryProperty: 'data',
		fileNumber,
		fileCount,
	};
}

export const signingCases = [
	markAsSigned,
	sendForSignature,
	downloadSignedFiles,
	downloadCurrentVersion,
];
