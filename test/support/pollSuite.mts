import type { IDataObject } from 'n8n-workflow';
import { credentialData } from './credentials.mts';
import { pollHost, type PollHost, type PollHostOptions } from './pollHost.mts';
import type { Sandbox } from './sandbox.mts';
import { sandboxSuite } from './sandboxSuite.mts';

const ALL = ['created', 'signed', 'statusChanged', 'updated'];

export interface PollSuite {
	sandbox(): Sandbox;
	/** A polling trigger of the sandbox, for all events of contracts unless told otherwise. */
	trigger(parameters?: IDataObject, more?: Partial<PollHostOptions>): PollHost;
	/** The contract that changed last, as the API shows it. */
	newest(status?: string): Promise<any>;
	/** Moves a contract to a status and answers it as the API shows it. */
	move(id: string, status: string): Promise<any>;
}

/** One sandbox for all tests of a file, with the demo data before each of them, and triggers that poll it. */
export function pollSuite(): PollSuite {
	const sandbox = sandboxSuite({ seed: 'demo' });
	return {
		sandbox,
		trigger: (parameters, more) =>
			pollHost({
				parameters: { events: ALL, ...parameters },
				credential: credentialData(sandbox().baseUrl),
				...more,
			}),
		newest: async (status) => {
			const filter = status ? `&status=${status}` : '';
			return (await sandbox().api('GET', `/contracts?sort=-updatedAt${filter}`)).body.data[0];
		},
		move: async (id, status) => {
			await sandbox().control.setContractState(id, { status });
			return (await sandbox().api('GET', `/contracts/${id}`)).body;
		},
	};
}

export const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event);
