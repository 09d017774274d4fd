import type { IDataObject } from 'n8n-workflow';
import { instantOf } from '../../api/instants';
import { LARGE_PAGE_SIZE, SMALL_PAGE_SIZE } from '../../api/limits';
import type { Connection } from '../../transport/connection';
import { nodeApiError } from '../../transport/errors/requestError';
import { pages, readOne } from '../../transport/lists/paginate';
import { concerns, readRecord, type WatchedRecord } from '../shared/records';
import type { PollSettings } from './properties';
import type { Reader } from './rows';

/** What every contract that is emitted shows; lists may leave some of it out. */
const WHOLE = 'status createdAt contractType counterparty author signatories fields'.split(' ');

/** By list: whether its service is known to sort. A process asks again when a list was not in order. */
const orders = new Map<string, Reader['order']>();

/** How the records are read that the trigger watches. */
export function readerOf(connection: Connection, { watch, filters, view }: PollSettings): Reader {
	const isContract = watch === 'contract';
	const path = isContract ? '/contracts' : '/counterparties';
	const pageSize = isContract ? LARGE_PAGE_SIZE : SMALL_PAGE_SIZE;
	// A service that refuses to sort is asked without.
	const filter = isContract ? qsOf(filters) : {};
	const list = (sort: string, qs: IDataObject = filter) => {
		return { method: 'GET' as const, path, qs, optionalQs: { sort } };
	};
	const first = async (asked: ReturnType<typeof list>) =>
		(await readOne<WatchedRecord>(connection, asked, 1, null)).records[0];
	const name = `${connection.baseUrl}${path}`;
	const order = orders.get(name) ?? { isKept: false };
	orders.set(name, order);
	const isWhole = (record: object) =>
		!isContract || (view === 'asSigned' && WHOLE.every((property) => property in record));
	return {
		order,
		pages: async function* () {
			const newestFirst = list('-updatedAt,id');
			for await (const page of pages<WatchedRecord>(connection, newestFirst, { pageSize })) {
				const isDated = page.records.some(({ updatedAt }) => instantOf(updatedAt) !== undefined);
				if (page.records.length > 0 && !isDated) throw undated(connection, path);
				yield page;
			}
		},
		oldest: async () => await first(list('updatedAt,id')),
		newest: async () =>
			Object.keys(filter).length > 0 ? await first(list('-updatedAt,id', {})) : undefined,
		concerns: (record, isListed) => concerns(filters, watch, record, isListed),
		whole: async (listed) =>
			isWhole(listed)
				? listed
				: await readRecord(connection, { subject: watch, id: listed.id }, view),
	};
}

/** One of each is asked for; of several the service lists none, so all are listed and the rest is dropped here. */
function qsOf({ contractTypeIds, counterpartyId }: PollSettings['filters']) {
	return {
		...(contractTypeIds.length === 1 && { contractTypeId: contractTypeIds[0] }),
		...(counterpartyId.length === 1 && { counterpartyId: counterpartyId[0] }),
	};
}

function undated({ context }: Connection, path: string) {
	return nodeApiError(context.getNode(), {
		message: `${path} does not show when its records changed`,
		description:
			'Polling finds changes by updatedAt. Use the Contract Management Trigger instead, which the service notifies.',
	});
}
