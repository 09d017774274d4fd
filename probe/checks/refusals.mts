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
			return status === 401 ? held() : accepted(`answered ${status}`);
		},
	},
	{
		id: 'version-header',
		assumed: 'The version header is optional',
		observe: async (service) => {
			const { status } = await service.read('/organization', {}, { version: null });
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
	if (status !== 200)
		return accepted(`answered ${status}`, 'choose the current API Version in the credential');
	return 'deprecation' in headers ? held() : accepted('no deprecation header');
}
