import type { IDataObject } from 'n8n-workflow';
import { instantOf } from '../../api/instants';
import { LARGE_PAGE_SIZE, SMALL_PAGE_SIZE } from '../../api/limits';
import type { Contract, Counterparty } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { nodeApiError } from '../../transport/errors/requestError';
import { pages, readOne } from '../../transport/lists/paginate';
import { recordAt } from '../shared/fetchRecord';
import {
	concernsContract,
	concernsCounterparty,
	mayConcern,
	type TriggerFilters,
} from '../shared/filters';
import type { ContractView } from '../shared/settings';
import type { PolledRecord, RecordList } from './rows';

/** How one kind of record is read. */
export interface Reader<T extends PolledRecord> extends RecordList<T> {
	/** Whether a listed record can be one that the workflow is about. */
	mayConcern(listed: T): boolean;
	/** The record as it is emitted; undefined when the service does not have it. */
	whole(listed: T): Promise<T | undefined>;
	/** Whether the workflow is about the whole record. */
	concerns(record: T): boolean;
}

/** What is read: the filters that the service applies, and those that we apply. */
export interface ReaderOptions {
	filters: TriggerFilters;
	view: ContractView;
}

/** What every contract that is emitted shows; lists may leave some of it out. */
const WHOLE: Array<keyof Contract> = [
	'status',
	'createdAt',
	'contractType',
	'counterparty',
	'author',
	'signatories',
	'fields',
];

/** By list: whether its service is known to sort. A process asks again when a list was not in order. */
const orders = new Map<string, RecordList<PolledRecord>['order']>();

/** One type is asked for; of several the service lists none, so all are listed and the rest is dropped here. */
export function contractReader(
	connection: Connection,
	{ filters, view }: ReaderOptions,
): Reader<Contract> {
	const { contractTypeIds, counterpartyId } = filters;
	const qs = {
		...(contractTypeIds.length === 1 && { contractTypeId: contractTypeIds[0] }),
		...(counterpartyId !== '' && { counterpartyId }),
	};
	const isWhole = (record: Contract) =>
		view === 'asSigned' && WHOLE.every((property) => property in record);
	const suffix = view === 'consolidated' ? '/consolidated' : '';
	const read = async ({ id }: Contract) =>
		await recordAt(connection, `/contracts/${encodeURIComponent(id)}${suffix}`);
	return {
		...recordList<Contract>(connection, '/contracts', qs, LARGE_PAGE_SIZE),
		mayConcern: (listed) => mayConcern(filters, listed),
		whole: async (listed) =>
			isWhole(listed) ? listed : ((await read(listed)) as Contract | undefined),
		concerns: (contract) => concernsContract(filters, contract),
	};
}

export function counterpartyReader(
	connection: Connection,
	{ filters }: ReaderOptions,
): Reader<Counterparty> {
	return {
		...recordList<Counterparty>(connection, '/counterparties', {}, SMALL_PAGE_SIZE),
		mayConcern: (listed) => concernsCounterparty(filters, listed),
		whole: async (listed) => listed,
		concerns: () => true,
	};
}

function recordList<T extends PolledRecord>(
	connection: Connection,
	path: string,
	qs: IDataObject,
	pageSize: number,
): RecordList<T> {
	// A service that refuses to sort is asked without.
	const list = (sort: string) => ({ method: 'GET' as const, path, qs, optionalQs: { sort } });
	const name = `${connection.baseUrl}${path}`;
	const order = orders.get(name) ?? { isKept: false };
	orders.set(name, order);
	return {
		order,
		pages: async function* () {
			for await (const page of pages<T>(connection, list('-updatedAt,id'), { pageSize })) {
				if (page.records.length > 0 && !page.records.some(isDated)) throw undated();
				yield page;
			}
		},
		oldest: async () => (await readOne<T>(connection, list('updatedAt,id'), 1, null)).records[0],
	};

	function undated() {
		return nodeApiError(connection.context.getNode(), {
			message: `${path} does not show when its records changed`,
			description:
				'Polling finds changes by updatedAt. Use the Contract Management Trigger instead, which the service notifies.',
		});
	}
}

function isDated({ updatedAt }: PolledRecord): boolean {
	return instantOf(updatedAt) !== undefined;
}
