import { NodeOperationError, type IDataObject } from 'n8n-workflow';
import { instantOf } from '../../api/instants';
import { LARGE_PAGE_SIZE, SMALL_PAGE_SIZE } from '../../api/limits';
import type { Connection } from '../../transport/connection';
import { nodeApiError } from '../../transport/errors/requestError';
import { pages, readOne } from '../../transport/lists/paginate';
import { keptIn } from '../../transport/memory';
import {
	concerns,
	eventItems,
	isPossible,
	readRecord,
	type EventItem,
	type WatchedRecord,
} from '../shared/records';
import type { PollSettings } from './properties';

/** What every contract that is emitted shows; lists may leave some of it out. */
const WHOLE = 'status createdAt contractType counterparty author signatories fields'.split(' ');

/** By list: whether its service was found to sort. A process asks again when a list was not in order. */
const orderOf = keptIn(new Map<string, { isKept: boolean }>(), () => ({ isKept: false }));

const NEWEST = '-updatedAt,id';

const TOO_LONG =
	'Nothing was emitted, and the next poll tries again. Set Filters so that the list is shorter, or replace this trigger with a new one to start over without the changes so far.';

export type Reader = ReturnType<typeof readerOf>;

/** How the records are read that the trigger watches. @param ms within which the list has to be read */
export function readerOf(connection: Connection, settings: PollSettings, ms = Infinity) {
	const { watch, filters, view } = settings;
	const until = performance.now() + ms;
	const isContract = watch === 'contract';
	const path = isContract ? '/contracts' : '/counterparties';
	const pageSize = isContract ? LARGE_PAGE_SIZE : SMALL_PAGE_SIZE;
	const filter = isContract ? qsOf(filters) : {};
	const list = (sort: string, qs: IDataObject = filter) => {
		return { method: 'GET' as const, path, qs: { ...qs, sort } };
	};
	const first = async (sort: string, qs?: IDataObject) =>
		(await readOne<WatchedRecord>(connection, list(sort, qs), 1, null)).records.at(0);
	const isWhole = (record: object) =>
		!isContract || (view === 'asSigned' && WHOLE.every((property) => property in record));
	let count = 0;
	return {
		order: orderOf(`${connection.baseUrl}${path}`),
		mayGoOn: () => performance.now() < until,
		/** Newest change first where the service sorts. @throws an error also when the time is used up, or cursors repeat */
		pages: async function* () {
			for await (const page of pages<WatchedRecord>(connection, list(NEWEST), { pageSize })) {
				assertDated(connection, path, page.records);
				yield page;
				count += 1;
				if (performance.now() >= until) throw tooLong(connection, count, ms);
			}
		},
		/** The record that changed longest ago, where the service sorts. */
		oldest: async () => await first('updatedAt,id'),
		/** The record that changed last, whatever the filters of the list; undefined where it has none. */
		newest: async () => (Object.keys(filter).length > 0 ? await first(NEWEST, {}) : undefined),
		/** Whether the workflow is about the record, or may be as far as a list shows it. */
		concerns: (record: WatchedRecord, isListed?: boolean) =>
			concerns(filters, watch, record, isListed),
		/** The record as it is emitted; undefined when the service does not have it. */
		whole: async (listed: WatchedRecord) =>
			isWhole(listed)
				? listed
				: await readRecord(connection, { subject: watch, id: listed.id }, view),
	};
}

/** What the editor shows: the record that changed last and that one of the events could be about, as that event. */
export async function sample(connection: Connection, settings: PollSettings): Promise<EventItem> {
	const { events, filters, watch: subject } = settings;
	const reader = readerOf(connection, settings);
	const { value: newest } = await reader.pages().next();
	for (const listed of newest?.records ?? []) {
		const event = events.find((one) => isPossible(filters, one, listed.status, null));
		if (event === undefined || !reader.concerns(listed, true)) continue;
		const record = await reader.whole(listed);
		const about = { subject, event, record, previousStatus: null };
		const [item] = await eventItems(connection, settings, [about]);
		if (item) return item;
	}
	throw new NodeOperationError(
		connection.context.getNode(),
		'None of the records that changed last fits the events and filters',
		{ description: 'Change one in the service and try again, or widen the filters.' },
	);
}

/** One of each is asked for; of several the service lists none, so all are listed and the rest is dropped here. */
function qsOf({ contractTypeIds, counterpartyId }: PollSettings['filters']) {
	return {
		...(contractTypeIds.length === 1 && { contractTypeId: contractTypeIds[0] }),
		...(counterpartyId.length === 1 && { counterpartyId: counterpartyId[0] }),
	};
}

function assertDated({ context }: Connection, path: string, records: WatchedRecord[]) {
	if (records.length === 0 || records.some(({ updatedAt }) => instantOf(updatedAt))) return;
	throw nodeApiError(context.getNode(), {
		message: `${path} does not show when its records changed`,
		description:
			'Polling finds changes by updatedAt. Use the Contract Management Trigger instead, which the service notifies.',
	});
}

function tooLong({ context }: Connection, count: number, ms: number) {
	const message = `The list is too long for one poll: ${count} pages took more than ${Math.round(ms / 1000)} seconds`;
	return new NodeOperationError(context.getNode(), message, { description: TOO_LONG });
}
