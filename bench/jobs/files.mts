import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NodeInput } from '../../host/lib/client/types.mts';
import type { BenchN8n } from '../lib/benchN8n.mts';
import { floor } from '../lib/floor.mts';
import { atMostMemory, atMostTimes, delivers } from '../lib/goals.mts';
import { byId, ours } from '../lib/nodes.mts';
import { timedJob } from '../lib/timedJob.mts';
import type { Bench, Contender, Job } from '../lib/types.mts';

export const MB = 1024 * 1024;

/** A file that n8n may read, which passes for a PDF. */
export function pdf({ files }: BenchN8n, mb: number): string {
	const file = path.join(files, `${mb}-mb.pdf`);
	const bytes = Buffer.alloc(mb * MB, 'x');
	bytes.write('%PDF-1.7\n');
	bytes.write('%%EOF', bytes.length - 5);
	writeFileSync(file, bytes);
	return file;
}

/** The file as a binary property of each item; measurement starts behind it. */
export function binaryItems(file: string): NodeInput[] {
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

/** Mark as Signed of what `marked` gives, with the file that is read. */
export const MARK = {
	resource: 'contract',
	operation: 'markAsSigned',
	contractId: byId('={{ $("Items").item.json.contractId }}'),
	binaryProperties: 'data',
	signatureDate: '2026-01-01T10:00:00Z',
};

/** Contracts of which each run marks some, and what has to have arrived of it. */
export function marked({ sandbox: { control } }: Bench, count: number, mb: number) {
	let ids: string[] = [];
	const items = async () => {
		const contracts = await Promise.all(
			Array.from({ length: count }, () =>
				control.createContract({ status: 'draft', silent: true }),
			),
		);
		ids = contracts.map(({ id }) => id);
		return ids.map((contractId) => ({ contractId }));
	};
	const check = async () => {
		const states = await Promise.all(ids.map((id) => control.contract(id)));
		const signed = states.filter(({ status }) => status === 'signed').length;
		if (signed !== count) throw new Error(`${signed} of ${count} contracts are signed`);
		const uploads = await control.uploads();
		const whole = uploads.slice(-count).filter(({ size }) => size === mb * MB).length;
		if (whole !== count) throw new Error(`${whole} of ${count} files arrived`);
		// Each upload stays in the sandbox: the next one starts without them.
		await control.reset('demo');
	};
	return { items, check };
}

async function uploader(bench: Bench, count: number, mb: number): Promise<Contender> {
	const { n8n } = bench;
	const nodes = [...binaryItems(pdf(n8n, mb)), ours(n8n, MARK)];
	const options = { ...marked(bench, count, mb), delivers: count };
	return await n8n.contender(uploadName(count, mb), nodes, options);
}

const UPLOADS = [
	[1, 20],
	[20, 1],
	[20, 20],
] as const;

const uploads = timedJob({
	id: 'uploads',
	title: 'PDFs uploaded and marked as signed, filesystem mode, n8n started anew for each',
	inShortMode: false,
	repetitions: 3,
	freshProcess: true,
	contenders: async (bench) => {
		await bench.sandbox.control.reset('demo');
		return await Promise.all(UPLOADS.map(([count, mb]) => uploader(bench, count, mb)));
	},
	judge: (results) =>
		UPLOADS.map(([count, mb]) => atMostMemory(results, uploadName(count, mb), 60)),
});

const DOWNLOAD_MB = 200;

const download = timedJob({
	id: 'download',
	title: `${DOWNLOAD_MB} MB downloaded into n8n, filesystem mode, n8n started anew for each`,
	inShortMode: false,
	repetitions: 5,
	freshProcess: true,
	contenders: async ({ n8n, sandbox }) => {
		await sandbox.control.reset('demo');
		const signed = await sandbox.control.createContract({
			status: 'signed',
			signedFiles: [{ name: 'Large.pdf', bytes: DOWNLOAD_MB * MB }],
		});
		const file = path.join(tmpdir(), `bench-floor-${process.pid}.pdf`);
		process.on('exit', () => rmSync(file, { force: true }));
		const parameters = {
			resource: 'contract',
			operation: 'downloadSignedFiles',
			contractId: byId(signed.id),
		};
		return [
			floor(
				'pipe to a file',
				{
					kind: 'download',
					baseUrl: sandbox.baseUrl,
					keepAlive: false,
					path: `/contracts/${signed.id}/signed-files`,
					file,
				},
				{ delivers: 1 },
			),
			await n8n.contender('node', [ours(n8n, parameters)], { delivers: 1 }),
		];
	},
	judge: (results) => [
		delivers(results, 'node', 1),
		atMostMemory(results, 'node', 80),
		atMostTimes(results, 'node', 'pipe to a file', 4.5),
	],
});

export const FILE_JOBS: Job[] = [uploads, download];
