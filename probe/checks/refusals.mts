import { randomUUID } from 'node:crypto';
import { ErrorBody } from '../../sandbox/schemas/error.mts';
import { accepted, held, unchecked, type Check, type Observation } from '../check.mts';
import type { Answer } from '../client.mts';
import { isRow, textOf } from '../reading.mts';
import type { Service } from '../service.mts';
import { departures, nameOrPlaceholder } from '../shape.mts';

/** What the service answers when it refuses, and what its headers say. */
export const refusals: readonly Check[] = [
	{
		id: 'errors',
		assumed: 'A refusal is {error: {statusCode, errorId, message, details}} with documented words',
		observe: errors,
	},
	{
		id: 'spec-authentication',
		assumed: 'A request without a key is answered 401',
		observe: async (service) => {
			const { status } = await withoutKey(service);
			service.learn('authentication', { missingKey: status });
			return status === 401 ? held() : accepted(`answered ${status}`);
		},
	},
	{
		id: 'version-header',
		assumed: 'The version header is optional',
		observe: async (service) => {
			const { status } = await service.read('/organization', {}, { version: null });
			service.learn('version', { missing: status, ...service.client.ownVersion() });
			return status === 200 ? held() : accepted(`without it: ${status}; the node sends it`);
		},
	},
	{
		id: 'deprecated-version',
		assumed: 'The deprecated version is still answered, with a deprecation header',
		observe: deprecation,
	},
	{
		id: 'rate-limit',
		assumed: 'Beyond the rate limit the answer is 429, with or without Retry-After',
		observe: async (service) => {
			const { seen } = service.client;
			service.learn('rateLimit', limitFacts(seen.limits));
			const said = [...seen.limits].map(([name, value]) => `${name}: ${value}`).join(', ');
			const headers = said === '' ? 'no rate-limit headers' : `the last answer said ${said}`;
			if (seen.rejected === 0)
				return unchecked(`The probe stayed below the rate limit; ${headers}`);
			return held(
				`${seen.rejected} of ${seen.requests} requests were answered 429, ${seen.retryAfter} of them with Retry-After; ${headers}`,
			);
		},
	},
	...never(
		'webhook-delivery',
		'A delivery is {id, event, createdAt, organizationId, data}, signed',
	),
	...never('event-names', 'Events are contract.created, contract.signed, contract.status_changed'),
];

function never(id: string, assumed: string): Check[] {
	const why =
		'Cannot be asked for: publish a workflow with the trigger, its option Include Payload on, and look at a delivery';
	return [{ id, assumed, observe: async () => unchecked(why) }];
}

/** Which of the known families of headers says what is left, and of how much. */
function limitFacts(headers: ReadonlyMap<string, string>): Record<string, string | number> {
	const policy = /q=(\d+)(?:.*w=(\d+))?/.exec(headers.get('ratelimit-policy') ?? '');
	if (policy) {
		return { headers: 'RateLimit', requests: Number(policy[1]), seconds: Number(policy[2] ?? 60) };
	}
	for (const family of ['RateLimit-*', 'X-RateLimit-*']) {
		const prefix = family.slice(0, -1).toLowerCase();
		const requests = Number.parseInt(headers.get(`${prefix}limit`) ?? '', 10);
		if (requests > 0) return { headers: family, requests, ...resetOf(headers, prefix) };
	}
	return {};
}

/** In which form the reset is told, and how far away it is: the window is at least as long. */
function resetOf(
	headers: ReadonlyMap<string, string>,
	prefix: string,
): Record<string, string | number> {
	const value = headers.get(`${prefix}reset`) ?? '';
	const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
	const [reset, away] = Number.isNaN(number)
		? ['date', Date.parse(value) - Date.now()]
		: number > 1e11
			? ['epochMs', number - Date.now()]
			: number > 1e8
				? ['epoch', number * 1000 - Date.now()]
				: ['seconds', number * 1000];
	if (Number.isNaN(away)) return {};
	return { reset: String(reset), seconds: Math.max(1, Math.ceil(Number(away) / 1000)) };
}

async function errors(service: Service): Promise<Observation> {
	const asked: Array<[string, Answer, string?]> = [
		['a missing contract', await service.read(`/contracts/${randomUUID()}`), 'CONTRACT_NOT_FOUND'],
		[
			'a missing counterparty',
			await service.read(`/counterparties/${randomUUID()}`),
			'COUNTERPARTY_NOT_FOUND',
		],
		['no key', await withoutKey(service)],
	];
	for (const [, { status, body }, errorId] of asked) {
		const word = textOf(body, 'error', 'errorId') ?? textOf(body, 'errorId') ?? '';
		if (errorId) service.learn('errors', { [errorId]: `${status} ${wordOf(word)}` });
	}
	const odd = asked.flatMap(([what, answer, errorId]) => oddities(what, answer, errorId));
	return odd.length === 0 ? held() : accepted(odd.join('; '));
}

function oddities(what: string, { status, body }: Answer, errorId?: string): string[] {
	if (departures(ErrorBody, body).length > 0) {
		const keys = isRow(body) ? Object.keys(body).map(nameOrPlaceholder).join(', ') : 'no JSON';
		return [`${what}: another body (${keys})`];
	}
	const word = textOf(body, 'error', 'errorId') ?? '';
	if (errorId && status !== 404) return [`${what}: ${status}`];
	return errorId && word !== errorId ? [`${what}: errorId ${wordOf(word)}`] : [];
}

function wordOf(errorId: string): string {
	return /^[A-Z][A-Z_]{1,40}$/.test(errorId) ? errorId : '<word>';
}

async function withoutKey(service: Service): Promise<Answer> {
	return await service.read('/organization', {}, { key: null });
}

async function deprecation(service: Service): Promise<Observation> {
	const { status, headers } = await service.read(
		'/organization',
		{},
		{ version: '2025-01-15.init' },
	);
	service.learn('version', { deprecated: status, deprecationHeader: 'deprecation' in headers });
	if (status !== 200)
		return accepted(`answered ${status}`, 'choose the current API Version in the credential');
	return 'deprecation' in headers ? held() : accepted('no deprecation header');
}
