import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { Nullable } from './values.mts';

export const Pagination = Type.Object(
	{
		limit: Type.Integer(),
		next_cursor: Nullable(Type.String()),
		prev_cursor: Nullable(Type.String()),
		has_next: Type.Boolean(),
		has_previous: Type.Boolean(),
	},
	{ $id: 'Pagination' },
);
export type Pagination = Static<typeof Pagination>;

export const PageLinks = Type.Object(
	{
		self: Type.String(),
		next: Nullable(Type.String()),
		prev: Nullable(Type.String()),
	},
	{ $id: 'PageLinks' },
);
export type PageLinks = Static<typeof PageLinks>;

/** The body of a list endpoint. */
export function PageOf<T extends TSchema>(row: T) {
	return Type.Object({ data: Type.Array(row), pagination: Pagination, links: PageLinks });
}

export interface PageBody<T> {
	data: T[];
	pagination: Pagination;
	links: PageLinks;
}
