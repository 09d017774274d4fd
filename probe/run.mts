import { findingsOf, type Finding } from './check.mts';
import { CHECKS } from './checks/index.mts';
import { Client } from './client.mts';
import type { Options } from './options.mts';
import { isRow } from './reading.mts';
import { Service } from './service.mts';

/** What a run of the probe found out. */
export interface Probed {
	findings: Finding[];
	requests: number;
	startedAt: Date;
	/** The entries of the profile in which the service differs. */
	profile: Record<string, string>;
}

/** The service cannot be looked at; the message says why. */
export class Refused extends Error {}

/** Looks at the service with every check. @throws Refused, or an error of the network */
export async function probed(
	options: Options,
	apiKey: string,
	onProgress: (id: string) => void,
): Promise<Probed> {
	const { baseUrl, version, perSecond, given, mayWrite } = options;
	const startedAt = new Date();
	const client = new Client({ baseUrl, apiKey, version, perSecond });
	const service = new Service(client, given, mayWrite);
	await refuse(service);
	const findings = await findingsOf(CHECKS, service, onProgress);
	const { profile } = service;
	return { findings, requests: client.seen.requests, startedAt, profile };
}

async function refuse(service: Service): Promise<void> {
	const { status, kind, body } = await service.read('/organization');
	if (status === 200 && kind === 'json') return;
	const said = isRow(body) && isRow(body.error) ? body.error : body;
	throw new Refused(refusal(status, isRow(said) && typeof said.errorId === 'string'));
}

/** @param isOwn whether it is in the form of the service ("Errors"): a gateway knows nothing of the key */
function refusal(status: number, isOwn: boolean): string {
	if (status === 200 || (status === 403 && !isOwn))
		return `Something before the service answered (${status}). Check the base URL, whose path ends with /v2, and the key.`;
	if (status === 401) return 'The service rejected the API key.';
	if (status === 403) return 'The API key is valid, but may not read the organization.';
	if (status === 404)
		return 'There is no /organization under this base URL. Its path ends with /v2.';
	if (status >= 300 && status < 400) {
		return 'The service redirects to another address. The key is sent to the base URL only: give the final one.';
	}
	return `GET /organization answered ${status}.`;
}
