import { Type, type Static } from '@sinclair/typebox';
import { Uuid } from './values.mts';

export const Organization = Type.Object(
	{ id: Uuid(), name: Type.String(), slug: Type.String() },
	{ $id: 'Organization' },
);
export type Organization = Static<typeof Organization>;
