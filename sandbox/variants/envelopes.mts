import { behaviour, PAGES, reshape, type Json, type Variant } from './variant.mts';

const SINGLE = [
	'contract',
	'contractCreated',
	'contractPatched',
	'counterparty',
	'clause',
	'contractClauses',
	'creationForm',
	'customObject',
	'records',
	'recordsPut',
	'member',
	'organization',
	'uploadTarget',
	'signedFiles',
	'currentVersion',
	'sent',
] as const;

/** How bodies are wrapped, how pages and errors look. */
export const ENVELOPES: Variant[] = [
	reshape('dataWrapped', 'Single resources come as `{data: …}`', SINGLE, (body) => ({
		data: body,
	})),
	reshape(
		'dataWrappedWithMeta',
		'Single resources come as `{data: …, meta: {…}}`',
		SINGLE,
		(body) => ({ data: body, meta: { apiVersion: 'v2' } }),
	),
	reshape(
		'camelCasePaging',
		'Paging as `{limit, hasNext, hasPrevious, next, previous}`',
		PAGES,
		({ pagination, ...body }) => ({ ...body, pagination: camelCase(pagination) }),
	),
	reshape(
		'linksOnly',
		'No `pagination`; the next cursor is in `links.next` only',
		PAGES,
		({ data, links }) => ({ data, links }),
	),
	reshape('bareArrays', 'List endpoints answer the bare array of rows', PAGES, (body) => body.data),
	behaviour(
		'overlappingPages',
		'A page begins with the last row of the page before, as if a row had come in above it',
	),
	{
		name: 'errorDetailsEmpty',
		summary: 'Errors have no details',
		changeError: ({ error }) => ({ error: { ...error, details: {} } }),
	},
	behaviour('deprecationHeaderAbsent', 'No `deprecation` header with the deprecated version'),
];

function camelCase(pagination: Json): Json {
	return {
		limit: pagination.limit,
		hasNext: pagination.has_next,
		hasPrevious: pagination.has_previous,
		next: pagination.next_cursor,
		previous: pagination.prev_cursor,
	};
}
