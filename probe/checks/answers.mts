import { Pagination } from '../../sandbox/schemas/page.mts';
import { accepted, differs, held, unchecked, type Check, type Observation } from '../check.mts';
import { cursorIn, isWrapped, textOf, uuidOf, type PageRead, type Row } from '../reading.mts';
import type { Service } from '../service.mts';
import { departures, nameOrPlaceholder } from '../shape.mts';

const SHAPES = 'nodes/ContractManagement/api/shapes.ts';

/** Forms that every answer shares: wrapping, paging, ids, timestamps, dates. */
export const answers: readonly Check[] = [
	{
		id: 'response-wrapping',
		assumed: 'A single record is answered bare, without a data wrapper',
		observe: wrapping,
	},
	{
		id: 'pagination',
		assumed: 'pagination has limit, next_cursor, prev_cursor, has_next and has_previous',
		observe: async (service) => paginationForm(await service.page('/counterparties', TWO)),
	},
	{
		id: 'pagination-links',
		assumed: 'links are paths relative to the base URL without its /v2, with the cursor in after',
		observe: async (service) => linkForm(await service.page('/counterparties', TWO)),
	},
	{
		id: 'spec-paging',
		assumed: 'after gives the next page, before the one before it, and no row comes twice',
		observe: paging,
	},
	{
		id: 'contract-id',
		assumed: 'A contract id is a short word and a UUID; paths accept it and the bare UUID',
		observe: contractIds,
	},
	{
		id: 'timestamps',
		assumed: 'createdAt and updatedAt are UTC with milliseconds and Z',
		observe: timestamps,
	},
	{
		id: 'contract-dates',
		assumed: 'signatureDate, startAt and endAt are top-level fields of a contract, null when unset',
		observe: contractDates,
	},
];

const TWO = { limit: 2 };

async function wrapping(service: Service): Promise<Observation> {
	const bodies = {
		organization: await service.json('/organization'),
		contract: await service.json(`/contracts/${await service.contractId()}`),
	};
	const wrapped = Object.entries(bodies).filter(([, body]) => isWrapped(body));
	if (wrapped.length === 0) return held();
	return accepted(`wrapped in data: ${wrapped.map(([what]) => what).join(', ')}`);
}

function paginationForm({ pagination, links, bare, next }: PageRead): Observation {
	if (bare) return accepted('a bare array: one page, no cursor');
	if (departures(Pagination, pagination).length === 0) return held();
	const names = Object.keys(pagination).map(nameOrPlaceholder).join(', ') || 'none';
	if ('next' in pagination || 'hasNext' in pagination) return accepted(`names: ${names}`);
	if (next !== null || cursorIn(links.next) !== null) {
		return accepted(`no cursor in pagination (names: ${names}), only in links.next`);
	}
	return differs(`names: ${names}`, `nextCursor() in ${SHAPES}`);
}

function linkForm({ links, bare, next, pagination }: PageRead): Observation {
	const link = textOf(links, 'next') ?? textOf(links, 'self');
	if (bare || !link) return bare ? unchecked('Lists have no paging') : accepted('no links');
	const form = formOf(link);
	const lacksCursor = textOf(links, 'next') !== undefined && cursorIn(links.next) === null;
	if (lacksCursor && !textOf(pagination, 'next_cursor') && next === null) {
		return differs(`${form}, and no cursor in after`, `cursorOfLink() in ${SHAPES}`);
	}
	return form === 'relative' ? held() : accepted(`${form}; only the cursor in it is used`);
}

function formOf(link: string): string {
	if (/^https?:/i.test(link)) return 'an address with its host';
	return /^\/v\d+\//.test(link) ? 'a path that begins with the version' : 'relative';
}

async function paging(service: Service): Promise<Observation> {
	const first = await service.page('/counterparties', TWO);
	if (first.next === null) return unchecked('There is only one page of counterparties');
	const second = await service.page('/counterparties', { ...TWO, after: first.next });
	const ids = [...first.rows, ...second.rows].map((row) => row.id);
	if (new Set(ids).size < ids.length) {
		return differs('a row came on two pages', 'nodes/ContractManagement/transport/paginate.ts');
	}
	const back = textOf(second.pagination, 'prev_cursor');
	if (!back) return held('no cursor back was sent');
	const before = await service.page('/counterparties', { ...TWO, before: back });
	const same = before.rows.map((row) => row.id).join() === first.rows.map((row) => row.id).join();
	return same ? held() : accepted('before leads to other rows; the node only reads forward');
}

async function contractIds(service: Service): Promise<Observation> {
	const id = textOf((await service.contracts())[0], 'id') ?? '';
	const uuid = uuidOf(id);
	if (!uuid || !/^([a-z][a-z0-9]*[_-])?$/i.test(id.slice(0, -uuid.length))) {
		return differs(
			'an id that is no UUID at its end',
			'nodes/ContractManagement/api/identifiers.ts',
		);
	}
	if (uuid === id.toLowerCase()) return accepted('a bare UUID');
	const { status } = await service.read(`/contracts/${uuid}`);
	return status === 200 ? held() : accepted(`paths take the whole id only (bare UUID: ${status})`);
}

const UTC_MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function timestamps(service: Service): Promise<Observation> {
	const times = [...(await service.contracts()), ...(await service.counterparties())]
		.flatMap(({ createdAt, updatedAt }) => [createdAt, updatedAt])
		.filter((time) => typeof time === 'string');
	if (times.length === 0) return differs('none were sent', 'nodes/ContractManagement/triggers/');
	if (times.every((time) => UTC_MILLISECONDS.test(time))) return held();
	if (times.some((time) => Number.isNaN(Date.parse(time)))) {
		return differs('times that are not ISO 8601', 'nodes/ContractManagement/triggers/');
	}
	const odd = times.find((time) => !UTC_MILLISECONDS.test(time)) ?? '';
	return accepted(`ISO 8601 of the form ${odd.replace(/\d/g, '0')}`);
}

async function contractDates(service: Service): Promise<Observation> {
	const contract: Row = await service.contract();
	const missing = ['signatureDate', 'startAt', 'endAt'].filter((name) => !(name in contract));
	return missing.length === 0 ? held() : accepted(`not sent: ${missing.join(', ')}`);
}
