import { isErrorBody } from '../../../nodes/ContractManagement/api/flaws';
import {
	isObject,
	readPage,
	tellsOfMore,
	unwrap,
} from '../../../nodes/ContractManagement/api/shapes';

test.each([
	[{ id: 1 }, { id: 1 }],
	[{ data: { id: 1 } }, { id: 1 }],
	[{ data: [1], links: {}, meta: {} }, [1]],
	[
		{ data: 1, name: 'a field of the record' },
		{ data: 1, name: 'a field of the record' },
	],
	[{ success: true, error: null, data: { id: 1 } }, { id: 1 }],
	[{ data: { id: 1 }, errors: [], included: {} }, { id: 1 }],
	[
		{ id: 1, data: { id: 2 } },
		{ id: 1, data: { id: 2 } },
	],
	[
		{ id: 1, data: { id: 2 }, fields: [] },
		{ id: 1, data: { id: 2 }, fields: [] },
	],
	['text', 'text'],
	[null, null],
])('%j is unwrapped to %j', (body, expected) => {
	expect(unwrap(body)).toEqual(expected);
});

const ROWS = [{ id: 1 }];

test.each([
	[
		'the form of the list endpoints',
		{ data: ROWS, pagination: { has_next: true, next_cursor: 'c' } },
		'c',
	],
	[
		'the form of the general description',
		{ data: ROWS, pagination: { hasNext: true, next: 'c' } },
		'c',
	],
	[
		'a last page that repeats its cursor',
		{ data: ROWS, pagination: { has_next: false, next_cursor: 'c' } },
		null,
	],
	[
		'a last page with null',
		{ data: ROWS, pagination: { has_next: false, next_cursor: null } },
		null,
	],
	['a cursor without has_next', { data: ROWS, pagination: { next_cursor: 'c' } }, 'c'],
	['no paging at all', { data: ROWS }, null],
	['an empty cursor', { data: ROWS, pagination: { next_cursor: '' } }, null],
	['a bare array', ROWS, null],
	[
		'a cursor in the link only',
		{ data: ROWS, links: { next: '/contracts?limit=5&after=a%2Bb%3D' } },
		'a+b=',
	],
	[
		'a cursor in an absolute link',
		{ data: ROWS, links: { next: 'https://elsewhere.test/x?after=c' } },
		'c',
	],
	[
		'a cursor in a relative link',
		{ data: ROWS, links: { next: 'contracts?limit=5&after=c' } },
		'c',
	],
	[
		'a cursor that begins like a path',
		{ data: ROWS, pagination: { next_cursor: '/a+b==' } },
		'/a+b==',
	],
	['the body itself, at its end', { data: ROWS, next_cursor: null, hasMore: false }, null],
	['a null link', { data: ROWS, links: { next: null } }, null],
	['a link without a value', { data: ROWS, links: { next: '/contracts?limit=1&after=' } }, null],
	['no next page, as a number', { data: ROWS, has_next: 0, next_cursor: false }, null],
])('a page is read in %s', (_name, body, nextCursor) => {
	expect(readPage(body)).toMatchObject({ records: ROWS, nextCursor });
});

test.each([
	[
		{ data: ROWS, total: 9 },
		{ total: 9, isSilent: true },
	],
	[
		{ data: ROWS, pagination: { total: '9' } },
		{ total: 9, isSilent: true },
	],
	[{ data: ROWS, pagination: { total: 9, next_cursor: null } }, { total: 9 }],
	[{ data: ROWS, total: 0 }, { isSilent: true }],
	[{ data: ROWS, total: { value: 9 } }, { isSilent: true }],
	[{ data: ROWS, links: { self: '/x' } }, {}],
	[{ data: ROWS }, { isSilent: true }],
])('a page tells of how many records there are, and of what follows: %j', (body, told) => {
	expect(readPage(body)).toEqual({ records: ROWS, nextCursor: null, ...told });
});

test.each([
	['has_next without a cursor', { data: ROWS, pagination: { has_next: true, next_cursor: null } }],
	['a link without a cursor', { data: ROWS, links: { next: '/contracts?page=2' } }],
	['has_next as a word', { data: ROWS, pagination: { has_next: 'true' } }],
	['has_next as a number', { data: ROWS, pagination: { has_next: 1, next_cursor: null } }],
	['a cursor that is an object', { data: ROWS, pagination: { next_cursor: { id: 1 } } }],
	['a cursor that is a list', { data: ROWS, pagination: { next_cursor: ['c'] } }],
	['a link that is true', { data: ROWS, links: { next: true } }],
	['a link that is no address', { data: ROWS, links: { next: 'page 2' } }],
])('a next page that cannot be found is no end: %s', (_name, body) => {
	expect(readPage(body)).toEqual({ records: ROWS, nextCursor: null, isCutOff: true });
});

test.each([
	{ meta: { nextCursor: 'c', hasMore: true } },
	{ meta: { pagination: { next_cursor: 'c' } } },
	{ pagination: { nextCursor: 'c' } },
	{ next_cursor: 'c' },
	{ _links: { next: { href: '/x?after=c' } } },
	{ pageInfo: { hasNextPage: true, endCursor: 'c' } },
	{ nextPageToken: 7 },
	{ has_more: 1 },
	{ next: true },
])('a next page in words that the specification does not show is no end: %j', (beside) => {
	expect(readPage({ data: ROWS, ...beside })).toMatchObject({ nextCursor: null, isCutOff: true });
	expect(tellsOfMore({ records: ROWS, ...beside })).toBe(true);
});

test.each<[unknown, boolean]>([
	[{ records: ROWS, total: 2 }, true],
	[{ data: { records: ROWS }, pagination: { total: 2 } }, true],
	[{ data: { records: ROWS, pagination: { has_next: true } } }, true],
	[{ data: ROWS, total: 2 }, true],
	[{ records: [], total: 2 }, true],
	[{ records: ROWS, pagination: { next_cursor: 'c' } }, true],
	[{ records: ROWS, total: 1 }, false],
	[{ records: ROWS, errors: [], total: 1 }, false],
	[{ records: ROWS, links: { next: null } }, false],
	[{ records: ROWS, meta: { next_cursor: null, has_more: false } }, false],
	// Names and values of what is listed say nothing of pages.
	[{ records: [{ id: 1, next: 'x' }], kind: 'next' }, false],
	[{ url: '/file', total: 2 }, false],
	[ROWS, false],
])('%j tells of more than it shows: %s', (body, expected) => {
	expect(tellsOfMore(body)).toBe(expected);
});

test.each<[unknown, boolean]>([
	[{ error: { errorId: 'X' } }, true],
	[{ error: 'not allowed' }, true],
	[{ error: ['no'] }, true],
	[{ error: true }, true],
	[{ errors: [{ message: 'no' }] }, true],
	[{ records: ROWS, errors: [{ message: 'no' }] }, false],
	[{ meta: {}, errors: { name: ['no'] } }, true],
	[{ error: {} }, true],
	[{ records: ROWS, errors: [] }, false],
	[{ errors: {} }, false],
	[{ success: false, data: null }, true],
	[{ data: null, error: { message: 'no' } }, true],
	[{ error: '' }, false],
	[{ error: [] }, false],
	[{ data: null, error: null, success: true }, false],
	[{ data: { id: 1 }, error: 'a warning' }, false],
	[{ data: [], success: false }, false],
	[{ id: 1, error: 'a field' }, false],
	[[], false],
])('%j is an error: %s', (body, expected) => {
	expect(isErrorBody(body)).toBe(expected);
});

test('null beside its pagination is a page without records', () => {
	const page = readPage({ data: null, pagination: { has_next: true, next_cursor: 'c' } });
	expect(page).toEqual({ records: [], nextCursor: 'c' });
});

test.each([
	[{ rows: ROWS }],
	[{ data: null }],
	[{ data: {} }],
	[{ data: 'x' }],
	['<html>'],
	[null],
	[5],
])('%j is no page', (body) => {
	expect(readPage(body)).toBeUndefined();
});

test('objects are told from what JavaScript calls objects as well', () => {
	expect([{}, [], null, 'x', undefined].map(isObject)).toEqual([true, false, false, false, false]);
});
