import { createHash } from 'node:crypto';
import { until } from '../../../host/lib/client/until.mts';
import { importRecipe, recipe } from '../../../host/lib/recipes.mts';
import { withoutClock } from './clock.mts';
import { atRest, type Driver } from './drive.mts';
import { WEBHOOK_SECRET, type RecipeHost } from './host.mts';

const FILE = 'archive-to-object-storage.json';
const SIGNED_AT = '2025-12-31T12:00:00.000Z';

/** What people write into names, and the folder in which it has to end. */
const COUNTERPARTIES = {
	'Fjord & Sønner AS': 'Fjord Sønner AS',
	'../../up': 'up',
	'???': 'No counterparty',
};

/** Contracts of three counterparties are signed, each with two files; a fourth one was signed while nobody was told. */
export const driver: Driver = async (host) => {
	const { control } = host.sandbox;
	const { id, nodes } = await importRecipe(host.n8n, withoutClock(recipe(FILE)), host.credentials);
	const next = async () => {
		const run = await host.n8n.run(id, { from: 'Every hour' });
		expect(run.error).toBeUndefined();
		return run;
	};
	const contracts = new Map<string, string>();
	for (const [counterparty, folder] of Object.entries(COUNTERPARTIES)) {
		const { id: counterpartyId } = await control.createCounterparty({ name: counterparty });
		const signing = { status: 'signing', signatureProcess: 'external', silent: true };
		const name = `Order / ${counterparty}`;
		contracts.set(
			(await control.createContract({ ...signing, counterpartyId, name })).id,
			`${folder}/2025/2025-12-31 Order`,
		);
	}
	const before = (await control.contracts({ status: 'signed', last: 1_000 })).map(
		(each) => each.id,
	);

	/** A certificate comes later, a contract never has files: each is done once. */
	const expectLateFiles = async () => {
		const { uploads } = host.storage;
		const [late] = contracts.keys();
		const certificate = { name: 'Certificate.pdf', bytes: 5_000 };
		const signedFiles = [{ name: 'Main.pdf' }, { name: 'Annex.pdf' }, certificate];
		await control.setContractState(late!, { signedFiles, silent: true });
		const never = await control.createContract({
			status: 'signed',
			signedFiles: [],
			signatureDate: SIGNED_AT,
			updatedAt: new Date(Date.now() - 2 * 86_400_000).toISOString(),
			silent: true,
		});
		const before = uploads.length;
		const told = await host.n8n.run(id, { from: 'Every hour' });
		expect(told.error?.message).toContain('no files after a day, which is told once: 1.');
		const keys = await expectArchived(host, late!);
		expect(keys[2]).toBe(keys[0]!.replace(' 1 of 2', '_3 of 3'));
		const list = (contractId: string) => `checksums/${contractId.slice(-36)}.sha256`;
		const made = [keys[2], list(late!), list(never.id)];
		expect(uploads.slice(before).toSorted()).toEqual(made.toSorted());
		await next();
		expect(uploads).toHaveLength(before + made.length);
	};

	return {
		async start() {
			expect(await host.n8n.publish(id)).toMatchObject({ status: 'published' });
			const trigger = nodes.find(({ name }) => name === 'Contract signed')!;
			await control.subscribe({
				url: await host.n8n.webhookUrl(trigger),
				secret: WEBHOOK_SECRET,
				sendSecretHeader: 'x-webhook-secret',
			});
			for (const contractId of contracts.keys()) {
				await control.setContractState(contractId, {
					status: 'signed',
					signatureDate: SIGNED_AT,
					signedFiles: [{ name: 'Main.pdf' }, { name: 'Annex.pdf' }],
				});
			}
		},
		// Between the files of a contract, so that its list of checksums is not there yet.
		hold: async () => host.storage.holdAfter(1),
		async finish() {
			const pending = async () => await control.deliveries({ status: 'pending' });
			await until(pending, (all) => all.length === 0, 'end of the deliveries');
			await atRest(host, id);
			await next();
		},
		async expectDone(wasKilled) {
			for (const [contractId, place] of contracts) {
				const keys = await expectArchived(host, contractId);
				expect(keys).toHaveLength(2);
				for (const key of keys) expect(key.startsWith(place)).toBe(true);
			}
			for (const contractId of before) await expectArchived(host, contractId);
			const lists = host.storage.bucket.keys('checksums/');
			expect(lists).toHaveLength(contracts.size + before.length);
			// What was uploaded when n8n was killed is uploaded again, under the same name.
			const { uploads } = host.storage;
			if (!wasKilled) expect(new Set(uploads).size).toBe(uploads.length);

			const count = uploads.length;
			expect((await next()).items('Not archived yet')).toEqual([]);
			expect(uploads).toHaveLength(count);
			await expectLateFiles();
			await host.n8n.unpublish(id);
		},
	};
};

/** The storage holds exactly what the service has of the contract, with tags and checksums. Resolves to the keys. */
async function expectArchived({ sandbox, storage: { bucket } }: RecipeHost, contractId: string) {
	const uuid = contractId.slice(-36);
	const { body } = await sandbox.api<Array<{ url: string }>>(
		'GET',
		`/contracts/${contractId}/signed-files`,
	);
	const sums = body.map(async ({ url }) => sha256(await (await fetch(url)).arrayBuffer()));
	const wanted = await Promise.all(sums);
	const list = bucket.read(`checksums/${uuid}.sha256`).toString();
	const lines = list.trimEnd().split('\n');
	const listed = lines.map((line) => line.split('  ')) as Array<[string, string]>;
	expect(listed.map(([sum]) => sum)).toEqual(wanted);
	const keys = listed.map(([, key]) => key);
	for (const [sum, key] of listed) {
		expect(sha256(bucket.read(key))).toBe(sum);
		expect(bucket.tags(key)).toEqual({ retention: '10-years', contract: uuid, sha256: sum });
	}
	const held = bucket.keys('').filter((key) => key.endsWith('.pdf') && key.includes(uuid));
	expect(held).toEqual(keys.toSorted());
	return keys;
}

function sha256(bytes: ArrayBuffer | Buffer): string {
	return createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
}
