import { Pagination } from '../../sandbox/schemas/page.mts';
import {
	accepted,
	differs,
	held,
	unchecked,
	undecided,
	type Check,
	type Observation,
} from '../check.mts';
import { cursorIn, textOf, type PageRead } from '../reading.mts';
import type { Service } from '../service.mts';
import { departures, nameOrPlaceholder } from '../shape.mts';

const SHAPES = 'nodes/ContractManagement/api/shapes.ts';
const TWO = { limit: 2 };

/** How lists are paged; counterparties stand for the form of all lists. */
export const paging: readonly Check[] = [
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
		observe: walk,
	},
];

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

/** Walks two pages of each list and back, beside the same rows on one page. */
async function walk(service: Service): Promise<Observation> {
	const seen: string[] = [];
	const silent: string[] = [];
	for (const path of ['/counterparties', '/contracts', '/clauses']) {
		const found = await walked(service, path);
		if (found === undefined) silent.push(path);
		else seen.push(...found.map((words) => `${path}: ${words}`));
	}
	if (seen.length > 0) return accepted(seen.join('; '));
	if (silent.length === 3) return undecided('There is only one page of each list');
	return held(silent.length > 0 ? `one page only: ${silent.join(', ')}` : undefined);
}

/** What is different about the pages of a list; undefined when there is one page only. */
async function walked(service: Service, path: string): Promise<string[] | undefined> {
	const first = await service.page(path, TWO);
	if (first.rows.length > TWO.limit) {
		if (first.next === null) return ['limit is not applied'];
	}
	if (first.next === null) return undefined;
	const second = await service.page(path, { ...TWO, after: first.next });
	const ids = [...first.rows, ...second.rows].map((row) => row.id);
	if (new Set(ids).size < ids.length) {
		const stands = second.rows.map((row) => row.id).join() === idsOf(first);
		return [stands ? 'after is ignored' : 'a row came on two pages; the node takes it once'];
	}
	const together = await service.page(path, { limit: ids.length });
	if (idsOf(together) !== ids.join()) return ['pages have other rows than one page of all of them'];
	const back = textOf(second.pagination, 'prev_cursor') ?? textOf(second.pagination, 'previous');
	if (!back) return [];
	const before = await service.page(path, { ...TWO, before: back });
	if (idsOf(before) === idsOf(first)) return [];
	return ['before leads to other rows; the node only reads forward'];
}

function idsOf({ rows }: PageRead): string {
	return rows.map((row) => row.id).join();
}
