import type { IDataObject } from 'n8n-workflow';
import type { Connection } from './connection';
import { statusOf } from './errors';
import type { ApiRequest } from './exchange';
import { hint } from './hint';
import { readBefore, shared } from './shared';

type WithOptionalQs = ApiRequest & Required<Pick<ApiRequest, 'optionalQs'>>;

/**
 * Sends a request with those of its `optionalQs` that the service takes. After a 400 it is sent again without each of
 * them, then without all; what was refused is remembered for the execution, and said in a hint.
 *
 * @throws NodeApiError when the request fails; the first 400 where leaving them out does not help
 */
export async function withOptionalQs<T>(
	connection: Connection,
	asked: ApiRequest,
	send: (request: ApiRequest) => Promise<T>,
): Promise<T> {
	if (!hasOptionalQs(asked)) return await send(asked);
	let own: [PromiseSettledResult<T>] | undefined;
	const trial = async (refused: Set<string>) =>
		await Promise.allSettled([tryOut(connection, asked, refused, send)]);
	// Items that run at the same time wait for the first one, so that not all of them are refused.
	const refused = await shared(connection, keyOf(asked), async () => {
		const none = new Set<string>();
		own = await trial(none);
		return none;
	});
	const [result] = own ?? (await trial(refused));
	if (result.status === 'rejected') throw result.reason as Error;
	return result.value;
}

/** The `optionalQs` of the request that the service refused in this execution. */
export async function refusedQs(connection: Connection, asked: ApiRequest): Promise<Set<string>> {
	if (!hasOptionalQs(asked)) return new Set();
	return (await readBefore<Set<string>>(connection, keyOf(asked))) ?? new Set();
}

function hasOptionalQs(asked: ApiRequest): asked is WithOptionalQs {
	return asked.optionalQs !== undefined && Object.keys(asked.optionalQs).length > 0;
}

async function tryOut<T>(
	connection: Connection,
	asked: WithOptionalQs,
	refused: Set<string>,
	send: (request: ApiRequest) => Promise<T>,
): Promise<T> {
	const names = Object.keys(asked.optionalQs).filter((name) => !refused.has(name));
	const without = async (left: string[]) =>
		await Promise.allSettled([send(requestWith(asked, names, left))]);
	const [first] = await without([]);
	if (first.status === 'fulfilled') return first.value;
	for (const left of statusOf(first.reason) === 400 ? choices(names) : []) {
		const [next] = await without(left);
		if (next.status === 'fulfilled') {
			for (const name of left.filter((each) => !refused.has(each))) {
				refused.add(name);
				hint(connection.context, sentence(name, asked));
			}
			return next.value;
		}
		if (statusOf(next.reason) !== 400) throw next.reason as Error;
	}
	throw first.reason as Error;
}

function choices(names: string[]): string[][] {
	return [...names.map((name) => [name]), ...(names.length > 1 ? [names] : [])];
}

/** A parameter that is in `qs` as well is repeated: both apply. */
function requestWith(
	{ optionalQs, qs, ...request }: WithOptionalQs,
	names: string[],
	left: string[],
): ApiRequest {
	const all: IDataObject = { ...qs };
	for (const name of names.filter((each) => !left.includes(each))) {
		const value = optionalQs[name];
		all[name] = name in all ? ([all[name], value].flat() as string[]) : value;
	}
	return { ...request, qs: all };
}

function sentence(name: string, { path }: ApiRequest): string {
	return `The service refused the parameter '${name}' of ${path}, so the list was read without it and the node applied it.`;
}

function keyOf({ path, optionalQs }: WithOptionalQs): string {
	return `parameters of ${path}: ${Object.keys(optionalQs).join()}`;
}
