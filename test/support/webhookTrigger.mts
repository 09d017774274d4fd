import type { IDataObject } from 'n8n-workflow';
import * as canceled from '../../nodes/ContractManagement/transport/canceled';
import { credentialData } from './credentials.mts';
import type { Sandbox } from './sandbox.mts';
import { sandboxSuite } from './sandboxSuite.mts';
import { webhookHost, type TriggerSetup, type WebhookHost } from './triggers.mts';

export const SECRET = 'a webhook secret';

/** The id of no record. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** What a delivery with the shared secret carries. */
export const proof = { 'x-webhook-secret': SECRET };

export const uuidOf = (id: string) => id.slice(-36);

/** A delivery as the sandbox would write it. */
export function said(event: string, contractId: string, more: IDataObject = {}) {
	return { id: `d-${Math.random()}`, event, data: { contractId, ...more } };
}

/** What the trigger has emitted, over all executions. */
export function items({ executions }: WebhookHost): IDataObject[] {
	return executions.flatMap((execution) => execution.items.map(({ json }) => json));
}

/** The webhook trigger and the sandbox for the tests of one file; each test begins with the sandbox's seed. */
export function webhookSuite() {
	const sandbox: () => Sandbox = sandboxSuite();
	// How long is waited before a record is read again is a unit test's matter.
	const { rest } = canceled;
	beforeEach(() => {
		jest.spyOn(canceled, 'rest').mockImplementation((connection) => rest(connection, 0));
	});
	let hosts: WebhookHost[] = [];

	afterEach(async () => {
		await Promise.all(hosts.map((host) => host.close()));
		hosts = [];
	});

	function setup(parameters: IDataObject = {}, credential: IDataObject = {}): TriggerSetup {
		return {
			parameters: { events: ['created', 'signed', 'statusChanged'], ...parameters },
			credential: credentialData(sandbox().baseUrl, undefined, {
				webhookSecret: SECRET,
				...credential,
			} as never),
		};
	}

	async function contract(status: string, more: IDataObject = {}) {
		return await sandbox().control.createContract({ status, silent: true, ...more });
	}

	return {
		sandbox,
		setup,
		/** A trigger that takes deliveries until the test ends. */
		async listen(parameters: IDataObject = {}, credential: IDataObject = {}, mode?: 'manual') {
			const host = await webhookHost(setup(parameters, credential), mode);
			hosts.push(host);
			return host;
		},
		/** A contract of which the service tells nobody. */
		contract,
		/** A contract whose creation is delivered. */
		async created() {
			const { id } = await contract('draft');
			const event = { event: 'contract.created', contractId: id, status: 'draft' };
			await sandbox().control.sendEvent(event);
		},
		/** How often contracts, or this one, were read. */
		async reads(id?: string) {
			const all = await sandbox().control.requests({ method: 'GET', route: '/contracts/:id' });
			return all.filter(({ path }) => id === undefined || path.includes(uuidOf(id))).length;
		},
	};
}
