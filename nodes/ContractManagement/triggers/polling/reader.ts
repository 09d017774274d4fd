import type { IDataObject } from 'n8n-workflow';
import { instantOf } from '../../api/instants';
import { LARGE_PAGE_SIZE, SMALL_PAGE_SIZE } from '../../api/limits';
import type { Connection } from '../../transport/connection';
import { nodeApiError } from '../../transport/errors/requestError';
import { pages, readOne } from '../../transport/lists/paginate';
import { concerns, readRecord } from '../shared/records';
import type { PollSettings } from './properties';
import type { PolledRecord, RecordList } from './rows';

/** How one kind of record is read. */
export interface Reader extends RecordList {
	/** Whether a listed record can be one that the workflow is about. */
	mayConcern(listed: PolledRecord): boolean;
	/** The record as it is emitted; undefined when the service does not have it. */
	whole(listed: PolledRecord): Promise<PolledRecord | undefined>;
	/** Whether the workflow is about the whole record. */
	concerns(record: PolledRecord): boolean;
}

/** What every contract that is emitted shows; lists may leave some of it out. */
const WHOLE = 'status createdAt contractType counterparty author signatories fields'.split(' ');

/** By list: whether its service is known to sort. A process asks again when a list was not in order. */
const orders = new Map<string, RecordList['order']>();

/** One type is asked for; of several the service lists none, so all are listed and the rest is dropped here. */
export function readerOf(connection: Connection, { watch, filters, view }: PollSettings): Reader {
	const { contractTypeIds, counterpartyIds } = filters;
	const [contractTypeId, another] = contractTypeIds;
	const isContract = watch === 'contract';
	const qs = {
		...(isContract && contractTypeId && !another && { contractTypeId }),
		...(isContract && counterpartyIds.length > 0 && { counterpartyId: counterpartyIds[0] }),
	};
	const isWhole = (record: object) =>
		!isContract || (view === 'asSigned' && WHOLE.every((property) => property in record));
	return {
		...recordList(connection, isContract ? '/contracts' : '/counterparties', qs),
		mayConcern: (listed) => concerns(filters, watch, listed as never, true),
		whole: async (listed) =>
			isWhole(listed)
				? listed
				: await readRecord(connection, { subject: watch, id: listed.id }, view),
		concerns: (record) => concerns(filters, watch, record as never),
	};
}

function recordList(
	connection: Connection,
	path: '/contracts' | '/counterparties',
	qs: IDataObject,
): RecordList {
	const pageSize = path === '/contracts' ? LARGE_PAGE_SIZE : SMALL_PAGE_SIZE;
	// A service that refuses to sort is asked without.
	const list = (sort: string) => ({ method: 'GET' as const, path, qs, optionalQs: { sort } });
	const name = `${connection.baseUrl}${path}`;
	const order = orders.get(name) ?? { isKept: false };
	orders.set(name, order);
	return {
		order,
		pages: async function* () {
			for await (const page of pages<PolledRecord>(connection, list('-updatedAt,id'), {
				pageSize,
			})) {
				const isDated = page.records.some(({ updatedAt }) => instantOf(updatedAt) !== undefined);
				if (page.records.length > 0 && !isDated) throw undated(connection, path);
				yield page;
			}
		},
		oldest: async () =>
			(await readOne<PolledRecord>(connection, list('updatedAt,id'), 1, null)).records[0],
	};
}

function undated({ context }: Connection, path: string) {
	return nodeApiError(context.getNode(), {
		message: `${path} does not show when its records changed`,
		description:
			'Polling finds changes by updatedAt. Use the Contract Management Trigger instead, which the service notifies.',
	});
}
