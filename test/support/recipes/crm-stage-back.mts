import { readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../../host/lib/client/until.mts';
import { importRecipe, recipe } from '../../../host/lib/recipes.mts';
import { rows } from '../database.mts';
import { withoutClock } from './clock.mts';
import { atRest, heldAt, type Driver } from './drive.mts';
import { WEBHOOK_SECRET } from './host.mts';

const FILE = 'crm-stage-back.json';
const DEALS = ['D-1', 'D-2', 'D-3', 'D-4', 'D-5'];

/** Five deals whose contracts are signed, one that is not, one that the CRM does not know. */
export const driver: Driver = async (host) => {
	const { sandbox, postgres } = host;
	const { id, nodes } = await importRecipe(host.n8n, withoutClock(recipe(FILE)), host.credentials);
	const setUp = await host.n8n.run(id, { from: 'Set up' });
	expect(setUp.error).toBeUndefined();
	const contracts = new Map<string, string>();
	for (const dealId of [...DEALS, 'open', 'unknown']) {
		const { id: contractId } = await sandbox.control.createContract({
			status: 'signing',
			signatureProcess: 'external',
			name: `Order ${dealId}`,
			integration: {
				type: 'crm',
				externalId: dealId,
				externalEntity: 'deal',
				externalUrl: `https://crm.example/${dealId}`,
			},
			silent: true,
		});
		contracts.set(dealId, contractId);
	}
	for (const dealId of [...DEALS, 'open']) {
		await rows(postgres, `INSERT INTO crm_deals VALUES ($1, $2, 'contract sent')`, [
			dealId,
			`Deal ${dealId}`,
		]);
	}
	const next = async () => {
		const run = await host.n8n.run(id, { from: 'Every hour' });
		expect(run.error).toBeUndefined();
		return run;
	};

	return {
		async start() {
			expect(await host.n8n.publish(id)).toMatchObject({ status: 'published' });
			const trigger = nodes.find(({ name }) => name === 'Contract signed')!;
			await sandbox.control.subscribe({
				url: await host.n8n.webhookUrl(trigger),
				secret: WEBHOOK_SECRET,
				sendSecretHeader: 'x-webhook-secret',
			});
			for (const dealId of [...DEALS, 'unknown']) {
				await sandbox.control.setContractState(contracts.get(dealId)!, { status: 'signed' });
			}
		},
		hold: async () => await heldAt(host, 'GET /contracts/:id/signed-files', 2),
		async finish() {
			const pending = async () => await sandbox.control.deliveries({ status: 'pending' });
			await until(pending, (all) => all.length === 0, 'end of the deliveries');
			await atRest(host, id);
			await next();
		},
		async expectDone() {
			const deals = await rows(postgres, 'SELECT * FROM crm_deals ORDER BY deal_id');
			expect(deals.find(({ deal_id }) => deal_id === 'open')).toMatchObject({
				stage: 'contract sent',
				signed_pdf: null,
			});
			const closed = deals.filter(({ stage }) => stage === 'closed won');
			expect(closed.map(({ deal_id }) => deal_id)).toEqual(DEALS);
			for (const deal of closed) {
				expect(deal.contract_id.slice(-36)).toBe(contracts.get(deal.deal_id)!.slice(-36));
				const pdf = readFileSync(path.join(host.n8n.files, deal.signed_pdf));
				const { body } = await sandbox.api('GET', `/contracts/${deal.contract_id}/signed-files`);
				const wanted = await (await fetch(body[0].url)).arrayBuffer();
				expect(pdf.equals(Buffer.from(wanted))).toBe(true);
			}
			const activities = await rows(postgres, 'SELECT deal_id FROM crm_activities ORDER BY 1');
			expect(activities.map(({ deal_id }) => deal_id)).toEqual(DEALS);

			// A deal that somebody opens again stays open, and nothing is downloaded again.
			await rows(postgres, `UPDATE crm_deals SET stage = 'open again' WHERE deal_id = 'D-1'`);
			expect((await next()).items('Found')).toEqual([]);
			const [first] = await rows(postgres, `SELECT stage FROM crm_deals WHERE deal_id = 'D-1'`);
			expect(first).toEqual({ stage: 'open again' });
			await expectOthers();
			await host.n8n.unpublish(id);
		},
	};

	/** Two contracts of a deal, in either order; one of another system; one older than 200 others; one without files. */
	async function expectOthers() {
		const signed = async (dealId: string, signatureDate: string, more: object = {}) => {
			const { type = 'crm', ...rest } = more as { type?: string };
			const integration = { type, externalId: dealId, externalEntity: 'deal', externalUrl: '' };
			const input = { status: 'signed', signatureDate, integration, silent: true, ...rest };
			return (await sandbox.control.createContract(input)).id;
		};
		const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
		const [later, earlier] = [days(10), days(20)];
		const old = await signed('OLD', days(900), { updatedAt: days(900) });
		const none = await signed('NONE', days(3), { updatedAt: days(3), signedFiles: [] });
		await signed('FRESH', days(3), { signedFiles: [] });
		await signed('PR-77', later, { type: 'requestForm' });
		const both = [
			await signed('LATER-FIRST', later),
			(await signed('LATER-FIRST', earlier)) && (await signed('LATER-LAST', earlier)),
			await signed('LATER-LAST', later),
		];
		for (let count = 0; count < 200; count++) {
			await sandbox.control.createContract({ status: 'signed', silent: true });
		}
		for (const dealId of ['OLD', 'NONE', 'FRESH', 'PR-77', 'LATER-FIRST', 'LATER-LAST']) {
			await rows(postgres, `INSERT INTO crm_deals VALUES ($1, $1, 'open')`, [dealId]);
		}

		const told = await host.n8n.run(id, { from: 'Every hour' });
		expect(told.error?.message).toMatch(/^Deals that were closed without a PDF.+: NONE$/);
		for (let hour = 0; hour < 2; hour++) {
			const found = await rows(
				postgres,
				`SELECT deal_id, stage, contract_id, signed_pdf IS NOT NULL AS pdf FROM crm_deals
				WHERE deal_id NOT LIKE 'D-%' AND deal_id <> 'open' ORDER BY deal_id`,
			);
			const won = (contractId: string | undefined, pdf = true) => [contractId!.slice(-36), pdf];
			expect(
				Object.fromEntries(
					found.map(({ deal_id, stage, contract_id, pdf }) => [
						deal_id,
						stage === 'closed won' ? [contract_id.slice(-36), pdf] : stage,
					]),
				),
			).toEqual({
				FRESH: 'open',
				'LATER-FIRST': won(both[0]),
				'LATER-LAST': won(both[2]),
				NONE: won(none, false),
				OLD: won(old),
				'PR-77': 'open',
			});
			expect((await next()).items('Close deal')).toEqual([]);
		}
	}
};
