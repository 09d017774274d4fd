import type { IDataObject } from 'n8n-workflow';
import { isSameValue } from '../api/comparison';
import { isShown } from '../api/effects';
import { flawOf } from '../api/flaws';
import { isObject, tellsOfMore, unwrap } from '../api/shapes';
import type { Connection } from './connection';
import { isNoRoute, OTHER_SERVICE } from './errors/addressSentences';
import { contextOf, unlessRefused, unusable } from './errors/requestError';
import type { ApiRequest } from './exchange';
import { missedId, wholeRecord } from './readers';
import { request } from './request';

/**
 * The record that a request reads or sets. Where no answer says what became of a change, or shows it, the record is read.
 * @param fallback what is known of it with the values, where it cannot be read; its id when absent
 * @throws NodeApiError when the service refuses, nobody knows whether it was changed, or what is read is no record
 */
export async function requestRecord<T extends object>(
	connection: Connection,
	asked: ApiRequest,
	fallback?: Partial<T>,
): Promise<T> {
	if (isShown(asked)) return (await change(connection, asked, fallback)) as T;
	return recordIn<T>(connection, asked, await request<unknown>(connection, asked));
}

/**
 * Sets values that are merged into what the record has: the body is made of the record as it is, before each try, as others
 * change it too; and sent before what else the execution has to send. `current` has just been read.
 */
export async function mergeRecord<T extends object>(
	connection: Connection,
	path: string,
	bodyOf: (current: T) => IDataObject,
	current: T,
): Promise<T> {
	const body = bodyOf(current);
	const renew = async (through: Connection) =>
		bodyOf(await requestRecord<T>(through, { method: 'GET', path }));
	const asked: ApiRequest = { method: 'PATCH', path, body, renew };
	return await requestRecord<T>({ ...connection, goesFirst: true }, asked, { ...current, ...body });
}

/** The record of the path; undefined where the service says that there is none. @throws NodeApiError when it cannot be read */
export async function recordIfThere<T extends object>(connection: Connection, path: string) {
	const reading = requestRecord<T>(connection, { method: 'GET', path });
	const { value, refusal } = await unlessRefused(reading, [404]);
	const { errorId } = contextOf(refusal) as { errorId?: string };
	// Something else before the service, which answers while that is down, does not know.
	const isTold = errorId && !isNoRoute({ status: 404, errorId, baseUrl: connection.baseUrl });
	if (refusal && !isTold) throw refusal;
	return value;
}

/** The record in the body of a successful answer. @throws NodeApiError that says what is there instead */
export function recordIn<T extends object>(
	connection: Pick<Connection, 'context'>,
	asked: Pick<ApiRequest, 'path'>,
	body: unknown,
): T {
	const record = unwrap(body);
	assertAsked(connection, asked, record);
	const flaw = flawOf(record);
	if (flaw === undefined) return record as T;
	const message = `${asked.path} did not answer with a record that can be read`;
	const advice = `What it answered with ${flaw}. ${OTHER_SERVICE}, or something else answers in its place.`;
	throw unusable(connection, message, advice);
}

/** @throws NodeApiError where the answer has another id than the path; one without an id may be any */
export function assertAsked(
	connection: Pick<Connection, 'context'>,
	{ path }: Pick<ApiRequest, 'path'>,
	record: unknown,
): void {
	const asked = isObject(record) ? missedId({ path }, record) : undefined;
	if (asked === undefined) return;
	const noun = path.split('/')[1].replace('-', ' ').replace(/ies$/, 'ys').replace(/s$/, '');
	const { id: came } = record as { id: string };
	const advice = `Asked for was ${asked}, what came has the ID ${came}, so nothing of it was used. A cache or proxy may mix up answers.`;
	throw unusable(connection, `The service answered with another ${noun}`, advice);
}

/** For what is read with one request. @throws NodeApiError when the body tells of a next page */
export function assertWhole(
	connection: Pick<Connection, 'context'>,
	{ path }: Pick<ApiRequest, 'path'>,
	body: unknown,
): void {
	if (!tellsOfMore(body)) return;
	const advice = 'The rest is on further pages, so nothing was used.';
	throw unusable(connection, `${path} shows only a part of what there is`, advice);
}

async function change(connection: Connection, asked: ApiRequest, fallback?: object) {
	const { path, renew } = asked;
	let sent = asked.body;
	const read = async (through = connection) => {
		const reading: ApiRequest = { method: 'GET', path };
		return wholeRecord(unwrap(await request<unknown>(through, reading)), reading);
	};
	// Once: where reading does not help, sending again does no harm.
	const look = async (through: Connection) => {
		const record = await read({ ...through, retry: { ...through.retry, maxRetries: 0 } });
		return record && holds(record, sent) ? record : undefined;
	};
	const again = { ...(renew && { renew: async (to: Connection) => (sent = await renew(to)) }) };
	const answer = await request<unknown>(connection, {
		look,
		...asked,
		...again,
		bodyOptional: true,
	});
	const shown = unwrap(answer);
	assertAsked(connection, asked, shown);
	const whole = wholeRecord(shown, asked) ?? (await read().catch(() => undefined));
	const id = decodeURIComponent(path.split('/').at(-1)!);
	const isPart = flawOf(shown) === undefined;
	return whole ?? { ...(fallback ?? { id }), ...(isPart && (shown as object)) };
}

function holds(record: object, values: unknown): boolean {
	const shown = new Map<string, unknown>(Object.entries(record));
	return (
		isObject(values) &&
		Object.entries(values).every(
			([name, value]) => shown.has(name) && isSameValue(shown.get(name), value),
		)
	);
}
