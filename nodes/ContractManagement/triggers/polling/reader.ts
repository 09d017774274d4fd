import { DateTime } from 'luxon';
import { instantOf } from '../../api/instants';
import { LARGE_PAGE_SIZE, SMALL_PAGE_SIZE } from '../../api/limits';
import type { Connection } from '../../transport/connection';
import { contextOf, REFUSED_INPUT, statusOf, unusable } from '../../transport/errors/requestError';
import type { ApiRequest } from '../../transport/exchange';
import { pages, readOne } from '../../transport/lists/paginate';
import { concerns, eventItems, isPossible, readRecord } from '../shared/records';
import type { EventItem, WatchedRecord } from '../shared/records';
import type { PollSettings } from './properties';

/** What every contract that is emitted shows; lists may leave some of it out. */
const WHOLE = 'status createdAt contractType counterparty author signatories fields'.split(' ');

/** Of a poll's time, what it may read for: what is under way then has to end, too. */
const READING_SHARE = 0.8;

const AGAIN = 'Nothing was emitted, and the next poll tries again.';
const INSTEAD = 'Or use the Contract Management Trigger, which the service notifies.';
const SHORTER =
	'Set Filters for a shorter list, or rename this node: it begins anew, without the changes so far.';

export type Reader = ReturnType<typeof readerOf>;

/** How the records are read that the trigger watches; when that began, by the service's own clock where its first answer tells. @param budget milliseconds that the poll has */
export function readerOf(connection: Connection, settings: PollSettings, budget = Infinity) {
	const ms = READING_SHARE * budget;
	const { watch, filters, view } = settings;
	const isContract = watch === 'contract';
	const path = isContract ? '/contracts' : '/counterparties';
	const qs = isContract ? qsOf(filters) : {};
	const list = (sort: string) => ({ method: 'GET' as const, path, qs: { ...qs, sort } });
	const time = { ms, until: performance.now() + ms, pages: 0 };
	let startedAt: string | undefined;
	const onAnswer = ({ date }: Record<string, string>) => {
		const second = DateTime.fromHTTP(String(date), { zone: 'utc' });
		startedAt ??= second.endOf('second').toISO() ?? undefined;
	};
	const asking = { ...connection, onAnswer };
	return {
		startedAt: () => startedAt ?? new Date().toISOString(),
		mayGoOn: () => performance.now() < time.until,
		unsorted: () => unsorted(connection, path),
		pages: () => changes(asking, list('-updatedAt,id'), time),
		oldest: async () =>
			(await readOne<WatchedRecord>(asking, list('updatedAt,id'), 1, null)).records.at(0),
		/** Whether the workflow is about the record, or may be as far as a list shows it. */
		concerns: concerns.bind(null, filters, watch),
		whole: async (listed: WatchedRecord) => {
			const isWhole = view === 'asSigned' && WHOLE.every((property) => property in listed);
			if (!isContract || isWhole) return listed;
			return await readRecord(connection, { subject: watch, id: listed.id }, view);
		},
	};
}

/** Newest first. @throws an error also for an order that is refused, for records without times, and when the time is used up */
async function* changes(
	asking: Connection,
	list: ApiRequest,
	time: Record<'ms' | 'pages' | 'until', number>,
) {
	const pageSize = list.path === '/contracts' ? LARGE_PAGE_SIZE : SMALL_PAGE_SIZE;
	const isDated = ({ updatedAt }: WatchedRecord) => instantOf(updatedAt) !== undefined;
	try {
		for await (const page of pages<WatchedRecord>(asking, list, { pageSize })) {
			if (page.records.length > 0 && !page.records.some(isDated))
				throw unusable(asking, `${list.path} does not show when its records changed`, INSTEAD);
			yield page;
			time.pages += 1;
			if (performance.now() < time.until) continue;
			const took = `${time.pages} pages took more than ${Math.round(time.ms / 1000)} seconds`;
			throw unusable(asking, `The list is too long for one poll: ${took}`, `${AGAIN} ${SHORTER}`);
		}
	} catch (error) {
		const { message } = error as Error;
		const isRefused = REFUSED_INPUT.includes(statusOf(error)!);
		const said = message + JSON.stringify(contextOf(error).details);
		const isOfSort = isRefused && /\bsort|updatedAt/i.test(said);
		throw isOfSort ? unsorted(asking, list.path, message) : error;
	}
}

function unsorted(connection: Connection, path: string, why = 'Other records come first.') {
	const entry = path === '/contracts' ? 'contract-list-sort' : 'counterparty-changes';
	return unusable(
		connection,
		`${path} is not in the order of sort=-updatedAt, which polling needs`,
		`${why} ${AGAIN} This is the assumption \`${entry}\` of docs/assumptions.md; npm run probe shows what the service does. ${INSTEAD}`,
	);
}

/** What the editor shows: the record that changed last and that one of the events could be about, as that event. */
export async function sample(connection: Connection, settings: PollSettings): Promise<EventItem> {
	const { events, filters, watch: subject } = settings;
	const reader = readerOf(connection, settings);
	const { value: newest } = await reader.pages().next();
	for (const listed of newest?.records ?? []) {
		const { status } = listed;
		const fitting = events.filter((one) => !status || isPossible(filters, one, status, null));
		if (fitting.length === 0 || !reader.concerns(listed, true)) continue;
		const record = await reader.whole(listed);
		const about = fitting.map((event) => ({ subject, event, record, previousStatus: null }));
		const item = (await eventItems(connection, settings, about)).find(Boolean);
		if (item) return item;
	}
	const message = 'None of the records that changed last fits the events and filters';
	throw unusable(connection, message, 'Change one in the service, or widen the filters.');
}

/** One of each is asked for; of several the service lists none, so all are listed and the rest is dropped here. */
function qsOf({ contractTypeIds, counterpartyId }: PollSettings['filters']) {
	return {
		...(contractTypeIds.length === 1 && { contractTypeId: contractTypeIds[0] }),
		...(counterpartyId.length === 1 && { counterpartyId: counterpartyId[0] }),
	};
}
