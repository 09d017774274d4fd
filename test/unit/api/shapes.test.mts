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
	[
		{ data: {}, fields: [1] },
		{ data: {}, fields: [1] },
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
	['a numeric cursor', { data: ROWS, pagination: { has_next: true, next_cursor: 0 } }, '0'],
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
	['wrapped once more', { data: { data: ROWS, pagination: { next_cursor: 'c' } } }, 'c'],
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
	['a cursor in a query alone', { data: ROWS, pagination: { next: '?after=c' } }, 'c'],
	[
		'a link in place of the cursor',
		{ data: ROWS, pagination: { has_next: true, next: '/contracts?after=c' } },
		'c',
	],
	[
		'a cursor that begins like a path',
		{ data: ROWS, pagination: { next_cursor: '/a+b==' } },
		'/a+b==',
	],
	['meta', { data: ROWS, meta: { total: 2, nextCursor: 'c', hasMore: true } }, 'c'],
	['meta, deeper', { data: ROWS, meta: { pagination: { next_cursor: 'c' } } }, 'c'],
	['the body itself', { data: ROWS, next_cursor: 'c', has_next: true }, 'c'],
	['the body itself, at its end', { data: ROWS, next_cursor: 'c', hasMore: false }, null],
	['camel case', { data: ROWS, pagination: { nextCursor: 'c' } }, 'c'],
	['a link that is an object', { data: ROWS, _links: { next: { href: '/x?after=c' } } }, 'c'],
	['a link in place of the cursor, as an object', { data: ROWS, next: { href: '?after=c' } }, 'c'],
	['a null link', { data: ROWS, links: { next: null } }, null],
	['a link without a value', { data: ROWS, links: { next: '/contracts?limit=1&after=' } }, null],
	['the same in place of the cursor', { data: ROWS, next: '?after=' }, null],
	['a null link in an object', { data: ROWS, _links: { next: { href: null } } }, null],
	['no next page, as a word', { data: ROWS, has_next: 'false', next_cursor: '' }, null],
	['no next page, as a number', { data: ROWS, has_next: 0, next_cursor: false }, null],
])('a page is read in %s', (_name, body, nextCursor) => {
	expect(readPage(body)).toMatchObject({ records: ROWS, nextCursor });
});

test.each([
	[
		{ data: ROWS, pagination: { total: 9, limit: 2, next_cursor: null } },
		{ total: 9, limit: 2 },
	],
	[
		{ data: ROWS, meta: { total_count: '9' } },
		{ total: 9, limit: NaN },
	],
	// A total may be that of another list, such as one without filters: what says plainly that this is the end counts.
	[{ data: ROWS, meta: { total_count: 9, has_next: false } }, undefined],
	[
		{ data: ROWS, totalItems: 9 },
		{ total: 9, limit: NaN },
	],
	[
		{ data: ROWS, totalCount: 9, meta: { limit: 5 } },
		{ total: 9, limit: 5 },
	],
	[{ data: ROWS, meta: { total: { value: 9 } } }, undefined],
	[{ data: ROWS, meta: { total: 0 } }, undefined],
])('the last page tells of how many records there are: %j', (body, told) => {
	expect(readPage(body)).toEqual({ records: ROWS, nextCursor: null, told });
});

test.each([
	['has_next without a cursor', { data: ROWS, pagination: { has_next: true, next_cursor: null } }],
	['a link without a cursor', { data: ROWS, links: { next: '/contracts?page=2' } }],
	['a link without a value, and more', { data: ROWS, hasNext: true, links: { next: '/x?after=' } }],
	['a next page anywhere', { data: ROWS, pageInfo: { hasNextPage: true, endCursor: 'c' } }],
	['has_next as a word', { data: ROWS, pagination: { has_next: 'true' } }],
	['has_next as a number', { data: ROWS, pagination: { has_next: 1, next_cursor: null } }],
	['a cursor that is an object', { data: ROWS, pagination: { next_cursor: { id: 1 } } }],
	['a cursor that is a list', { data: ROWS, pagination: { next_cursor: ['c'] } }],
	['a cursor that is true', { data: ROWS, next: true }],
	['a link that is true', { data: ROWS, links: { next: true } }],
	['a link that is no address', { data: ROWS, links: { next: 'page 2' } }],
])('a next page that cannot be found is no end: %s', (_name, body) => {
	expect(readPage(body)).toEqual({ records: ROWS, nextCursor: null, isCutOff: true });
});

test.each<[unknown, boolean]>([
	[{ records: ROWS, total: 2 }, true],
	[{ records: ROWS, meta: { total_count: '2' } }, true],
	[{ data: { records: ROWS }, pagination: { total: 2, limit: 1 } }, true],
	[{ records: [], total: 2 }, true],
	[{ records: ROWS, pagination: { next_cursor: 'c' } }, true],
	[{ records: ROWS, total: 1 }, false],
	[{ records: ROWS, errors: [], total: 1 }, false],
	// A total may be that of another list: as for pages, the end and a page that is not full say more.
	[{ records: ROWS, total: 2, has_next: false }, false],
	[{ records: ROWS, total: 2, limit: 20 }, false],
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
