import { flawOf } from '../api/flaws';
import { isIdentifier, sameId } from '../api/identifiers';
import { isObject, unwrap } from '../api/shapes';
import type { Connection } from './connection';
import { isSuccess, type ApiRequest, type Exchange } from './exchange';
import { changed } from './oncePerExecution';
import { isReading } from './retry';

/** What items of the execution share of a collection learns of each record that is read, written, or may have been. */
export function tellReaders(
	connection: Connection,
	asked: ApiRequest,
	{ answer, isUnknown }: { answer: Exchange; isUnknown?: boolean },
): void {
	// A signed URL is no route of the API.
	if (asked.effect !== undefined) return;
	const [, collection, id, ...below] = asked.path.split('/');
	const isDone = isSuccess(asked, answer);
	const record = isDone && below.length === 0 ? wholeRecord(unwrap(answer.body), asked) : undefined;
	const isWritten = !isReading(asked) && (isDone || isUnknown === true);
	if (record || isWritten) changed(connection, `/${collection}`, { id: record?.id ?? id, record });
}

/** What every record has that is written and read again, and an answer that shows a part of it hardly. */
const WHOLE = ['name', 'createdAt', 'fields'];

/** The record: whatever a request that reads shows, and not only a part of what was written. */
export function wholeRecord<T extends { id: string }>(answer: unknown, asked: ApiRequest) {
	if (!isObject(answer) || flawOf(answer) !== undefined || missedId(asked, answer))
		return undefined;
	const isWhole = isReading(asked)
		? Object.keys(answer).length > 1
		: WHOLE.every((name) => name in answer);
	return isWhole ? (answer as unknown as T) : undefined;
}

/** The id that the path asks for, where the answer has another one; undefined where it has none. */
export function missedId({ path }: Pick<ApiRequest, 'path'>, answer: Record<string, unknown>) {
	const asked = path.split('/').findLast(isIdentifier);
	const { id } = answer;
	if (asked === undefined || typeof id !== 'string' || id === '') return undefined;
	return sameId(asked, id) ? undefined : asked;
}
