import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NodeInput } from '../../host/lib/client/types.mts';
import type { BenchN8n } from '../lib/benchN8n.mts';
import { floor } from '../lib/floor.mts';
import { atMostMemory, atMostTimes, of } from '../lib/goals.mts';
import { ours } from '../lib/nodes.mts';
import type { Bench, Contender, Job } from '../lib/types.mts';

const MB = 1024 * 1024;

const id = (value: string) => ({ __rl: true, mode: 'id', value });

/** A file that n8n may read, which passes for a PDF. */
function pdf({ files }: BenchN8n, mb: number): string {
	const file = path.join(files, `${mb}-mb.pdf`);
	const bytes = Buffer.alloc(mb * MB, 'x');
	bytes.write('%PDF-1.7\n');
	writeFileSync(file, bytes);
	return file;
}

/** The file as a binary property of each item; measurement starts behind it. */
function binaryItems(file: string): NodeInput[] {
	return [
		{
			name: 'Read',
			type: 'n8n-nodes-base.readWriteFile',
			parameters: { operation: 'read', fileSelector: file, options: {} },
		},
		{ name: 'Mark', type: 'CUSTOM.plainMark' },
	];
}

const uploadName = (count: number, mb: number) => `node, ${count} x ${mb} MB`;

async function uploader({ n8n, sandbox }: Bench, count: number, mb: number): Promise<Contender> {
	const drafts = async () =>
		await Promise.all(
			Array.from({ length: count }, async () => {
				const contract = await sandbox.control.createContract({ status: 'draft', silent: true });
				return { contractId: contract.id };
			}),
		);
	const parameters = {
		resource: 'contract',
		operation: 'markAsSigned',
		contractId: id('={{ $("Items").item.json.contractId }}'),
		binaryProperties: 'data',
		signatureDate: '2026-01-01T10:00:00Z',
	};
	const nodes = [...binaryItems(pdf(n8n, mb)), ours(n8n, parameters)];
	return await n8n.contender(uploadName(count, mb), nodes, drafts);
}

const uploads: Job = {
	id: 'uploads',
	title: 'PDFs uploaded and marked as signed, filesystem mode',
	inShortMode: false,
	repetitions: 3,
	contenders: async (bench) => {
		await bench.sandbox.control.reset('demo');
		return [
			await uploader(bench, 1, 20),
			await uploader(bench, 20, 1),
			await uploader(bench, 20, 20),
		];
	},
	judge: (results) => [
		atMostMemory(results, uploadName(20, 20), 60),
		{
			goal: 'flat in number and size (1 x 20 / 20 x 1 / 20 x 20 MB)',
			figure: [uploadName(1, 20), uploadName(20, 1), uploadName(20, 20)]
				.map((name) => `+${of(results, name, 'peakMb').toFixed(0)} MB`)
				.join(' / '),
			isMet: of(results, uploadName(20, 20), 'peakMb') <= 60,
		},
	],
};

const download: Job = {
	id: 'download',
	title: '200 MB downloaded into n8n, filesystem mode',
	inShortMode: false,
	repetitions: 3,
	contenders: async ({ n8n, sandbox }) => {
		await sandbox.control.reset('demo');
		const signed = await sandbox.control.createContract({
			status: 'signed',
			signedFiles: [{ name: 'Large.pdf', bytes: 200 * MB }],
		});
		const file = path.join(tmpdir(), `bench-floor-${process.pid}.pdf`);
		process.on('exit', () => rmSync(file, { force: true }));
		const parameters = {
			resource: 'contract',
			operation: 'downloadSignedFiles',
			contractId: id(signed.id),
		};
		return [
			floor('pipe to a file', {
				kind: 'download',
				baseUrl: sandbox.baseUrl,
				keepAlive: false,
				path: `/contracts/${signed.id}/signed-files`,
				file,
			}),
			await n8n.contender('node', [ours(n8n, parameters)]),
		];
	},
	judge: (results) => [
		atMostMemory(results, 'node', 80),
		atMostTimes(results, 'node', 'pipe to a file', 4.5),
	],
};

export const FILE_JOBS: Job[] = [uploads, download];
