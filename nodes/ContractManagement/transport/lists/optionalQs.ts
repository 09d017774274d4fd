import type { IDataObject } from 'n8n-workflow';
import type { Connection } from '../connection';
import { REFUSED_INPUT, unlessRefused } from '../errors/requestError';
import type { ApiRequest } from '../exchange';
import { hint } from '../hint';
import { readBefore, shared } from '../oncePerExecution';

type Send<T> = (request: ApiRequest) => Promise<T>;

/**
 * Sends a request with those of its `optionalQs` that the service takes. After a refusal it is sent again without each of
 * them, then without all; what was refused is remembered for the execution, and said in a hint.
 *
 * @throws NodeApiError when the request fails; the first refusal where leaving them out does not help
 */
export async function withOptionalQs<T>(connection: Connection, asked: ApiRequest, send: Send<T>) {
	if (namesIn(asked).length === 0) return await send(asked);
	let first: Promise<T> | undefined;
	// Items that run at the same time wait for the first one, so that not all of them are refused.
	const refused = await shared(connection, keyOf(asked), async () => {
		const none = new Set<string>();
		first = tryOut(connection, asked, none, send);
		await Promise.allSettled([first]);
		return none;
	});
	return await (first ?? tryOut(connection, asked, refused, send));
}

/** The `optionalQs` of the request that the service refused in this execution. */
export async function refusedQs(connection: Connection, asked: ApiRequest): Promise<Set<string>> {
	return (await readBefore<Set<string>>(connection, keyOf(asked))) ?? new Set();
}

/** @param refused what was refused before; what is refused now is added to it */
async function tryOut<T>(
	connection: Connection,
	asked: ApiRequest,
	refused: Set<string>,
	send: Send<T>,
): Promise<T> {
	const names = namesIn(asked).filter((name) => !refused.has(name));
	const choices = [[], ...names.map((name) => [name]), ...(names.length > 1 ? [names] : [])];
	const refusals: Error[] = [];
	for (const left of choices) {
		const rest = names.filter((name) => !left.includes(name));
		const { value, refusal } = await unlessRefused(send(withQs(asked, rest)), REFUSED_INPUT);
		if (!refusal) {
			for (const name of left) {
				refused.add(name);
				hint(connection.context, sentence(name, asked));
			}
			return value;
		}
		refusals.push(refusal);
	}
	throw refusals[0];
}

/** A parameter that is in `qs` as well is repeated: both apply. */
function withQs({ optionalQs, qs, ...request }: ApiRequest, names: string[]): ApiRequest {
	const all: IDataObject = { ...qs };
	for (const name of names) {
		const value = (optionalQs as IDataObject)[name];
		all[name] = name in all ? ([all[name], value].flat() as string[]) : value;
	}
	return { ...request, qs: all };
}

function namesIn({ optionalQs = {} }: ApiRequest): string[] {
	return Object.keys(optionalQs);
}

function sentence(name: string, { path }: ApiRequest): string {
	return `The service refused the parameter '${name}' of ${path}, so the list was read without it and the node applied it.`;
}

function keyOf(asked: ApiRequest): string {
	return `parameters of ${asked.path}: ${namesIn(asked).join()}`;
}
