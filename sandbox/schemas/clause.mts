import { Type, type Static } from '@sinclair/typebox';
import { DateTime, NamedReference, Uuid } from './values.mts';

const summary = {
	id: Uuid(),
	name: Type.String(),
	description: Type.String(),
	organizationId: Uuid(),
	languages: Type.Array(Type.String()),
	createdAt: DateTime(),
	updatedAt: DateTime(),
};

export const ClauseSummary = Type.Object(summary, { $id: 'ClauseSummary' });
export type ClauseSummary = Static<typeof ClauseSummary>;

export const Clause = Type.Object(
	{
		...summary,
		content: Type.Array(Type.Unknown(), { description: 'Slate nodes' }),
		contentText: Type.String(),
	},
	{ $id: 'Clause' },
);
export type Clause = Static<typeof Clause>;

export const ContractClause = Type.Object(
	{
		id: Uuid({ description: 'Identifier of the association' }),
		contractId: Uuid(),
		isCustom: Type.Boolean({ description: 'The clause was customized for this contract' }),
		clause: NamedReference,
		contractUrl: Type.String(),
	},
	{ $id: 'ContractClause' },
);
export type ContractClause = Static<typeof ContractClause>;
