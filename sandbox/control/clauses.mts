import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { toUtc } from '../schemas/formats.mts';
import { closed, DateTime, Enum, Name } from '../schemas/values.mts';
import { ORGANIZATIONS } from '../seed/base.mts';
import type { SandboxState } from '../state.mts';
import { clauseView, type ClauseRow } from '../store/clauses.mts';
import { insert } from '../store/database.mts';
import { newId } from '../store/ids.mts';
import { searchable } from '../store/listing/filters.mts';
import { checkedBody } from './checked.mts';

const ClauseInput = Type.Object(
	{
		name: Name(),
		text: Type.Optional(Type.String()),
		createdAt: Type.Optional(DateTime()),
		organization: Type.Optional(Enum(['main', 'other'])),
	},
	closed,
);

/** Clauses are written in the web application; the API only reads them. */
export function clauseRoutes(app: FastifyInstance, state: SandboxState): void {
	app.post('/clauses', async (request, reply) => {
		const {
			name,
			text = name,
			organization = 'main',
			...given
		} = checkedBody(ClauseInput, request);
		const createdAt = given.createdAt ? toUtc(given.createdAt) : state.clock.timestamp();
		const row: ClauseRow = {
			id: newId(),
			organization_id: ORGANIZATIONS[organization].id,
			name,
			search_name: searchable(name),
			description: '',
			languages: '["en"]',
			content: JSON.stringify([{ type: 'paragraph', children: [{ text }] }]),
			content_text: text,
			created_at: createdAt,
			updated_at: createdAt,
		};
		insert(state.database, 'clauses', row);
		return reply.code(201).send(clauseView(row));
	});
}
