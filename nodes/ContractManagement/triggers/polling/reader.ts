import type { IDataObject } from 'n8n-workflow';
import { instantOf } from '../../api/instants';
import { LARGE_PAGE_SIZE, SMALL_PAGE_SIZE } from '../../api/limits';
import type { Page } from '../../api/shapes';
import type { Contract, Counterparty } from '../../api/types';
import { mapConcurrently } from '../../transport/concurrent';
import type { Connection } from '../../transport/connection';
import { listError } from '../../transport/errors';
import { readOne } from '../../transport/paginate';
import { recordAt } from '../evidence';
import { concernsContract, concernsCounterparty, type TriggerFilters } from '../filters';
import type { ContractView } from '../settings';
import type { PolledRecord } from './scan';
import type { ListOrder } from './state';

/** How the changes of one kind of record are read. */
export interface Reader<T extends PolledRecord> {
	/** A page, newest change first where the service sorts. */
	page(cursor: string | null, order: ListOrder | undefined): Promise<Page<T>>;
	/** The record that changed longest ago, where the service sorts. */
	oldest(): Promise<T | undefined>;
	/** Those of the records that concern the workflow, as they are emitted. */
	complete(records: T[]): Promise<T[]>;
}

/** What is read: the filters that the service applies, and those that we apply. */
export interface ReaderOptions {
	filters: TriggerFilters;
	view: ContractView;
	/** Further query parameters. */
	qs?: IDataObject;
}

/** What every contract that is emitted shows; lists may leave some of it out. */
const WHOLE: Array<keyof Contract> = [
	'status',
	'createdAt',
	'contractType',
	'counterparty',
	'fields',
];
const CONCURRENT_READS = 20;

/** One type is asked for; of several the service lists none, so all are listed and the rest is dropped here. */
export function contractReader(
	connection: Connection,
	{ filters, view, qs }: ReaderOptions,
): Reader<Contract> {
	const { contractTypeIds, counterpartyId } = filters;
	const query = {
		...(contractTypeIds.length === 1 && { contractTypeId: contractTypeIds[0] }),
		...(counterpartyId !== '' && { counterpartyId }),
		...qs,
	};
	return {
		...listReader<Contract>(connection, '/contracts', query, LARGE_PAGE_SIZE),
		complete: async (records) => {
			const isEmitted = (record: object) =>
				view === 'asSigned' && WHOLE.every((property) => property in record);
			const suffix = view === 'consolidated' ? '/consolidated' : '';
			const concerned = records.filter((record) => mayConcern(filters, record));
			const whole = await mapConcurrently(concerned, CONCURRENT_READS, async (record) => {
				if (isEmitted(record)) return record;
				const path = `/contracts/${encodeURIComponent(record.id)}${suffix}`;
				return (await recordAt(connection, path)) as Contract | undefined;
			});
			return whole.filter((record) => record !== undefined && concernsContract(filters, record));
		},
	} as Reader<Contract>;
}

export function counterpartyReader(
	connection: Connection,
	{ filters, qs }: ReaderOptions,
): Reader<Counterparty> {
	return {
		...listReader<Counterparty>(connection, '/counterparties', { ...qs }, SMALL_PAGE_SIZE),
		complete: async (records) => records.filter((record) => concernsCounterparty(filters, record)),
	};
}

function listReader<T extends PolledRecord>(
	connection: Connection,
	path: string,
	qs: IDataObject,
	pageSize: number,
): Omit<Reader<T>, 'complete'> {
	const list = (sort: string | undefined) => ({
		method: 'GET' as const,
		path,
		qs: { ...qs, ...(sort && { sort }) },
	});
	return {
		page: async (cursor, order) => {
			const sort = order === 'refused' ? undefined : '-updatedAt,id';
			const page = await readOne<T>(connection, list(sort), pageSize, cursor);
			if (page.records.length === 0 || page.records.some(isDated)) return page;
			throw listError(
				connection.context.getNode(),
				`${path} does not show when its records changed`,
				'Polling finds changes by updatedAt. Use the Contract Management Trigger instead, which the service notifies.',
			);
		},
		oldest: async () => (await readOne<T>(connection, list('updatedAt,id'), 1, null)).records[0],
	};
}

// Where the list does not show the type or the counterparty, the record has to be read first.
function mayConcern(filters: TriggerFilters, record: Contract): boolean {
	const isShown = 'contractType' in record && 'counterparty' in record;
	return !isShown || concernsContract(filters, record);
}

function isDated({ updatedAt }: PolledRecord): boolean {
	return instantOf(updatedAt) !== undefined;
}
