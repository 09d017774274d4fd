import type { Clause, ClauseSummary } from '../../../sandbox/schemas/clause.mts';
import { operationCase, pageOf, uuid } from './case.mts';
import { byId } from '../../support/byId.mts';

const summary = (number: number): ClauseSummary => ({
	id: uuid('l', number),
	name: `Clause ${number}`,
	description: 'What it is for',
	organizationId: uuid('o', 1),
	languages: ['en', 'de'],
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
});

const clause = (number: number): Clause => ({
	...summary(number),
	content: [{ type: 'paragraph', children: [{ text: 'The text' }] }],
	contentText: 'The text',
});

interface Found {
	/** A part of a name, and the clauses that have it. */
	searches: Array<{ name: string; found: ClauseSummary[] }>;
}

export const clauseCases = [
	operationCase<{ clauses: Clause[] }>({
		operation: 'clause.get',
		does: 'gets the text of each clause, without its Slate nodes',
		fixture: {
			recorded: () => ({ clauses: [1, 2, 3].map(clause) }),
			live: async (sandbox) => {
				const { clauses } = await sandbox.control.fixtures();
				const read = clauses.slice(0, 3).map(async ({ id }: { id: string }) => {
					return (await sandbox.api('GET', `/clauses/${id}`)).body;
				});
				return { clauses: await Promise.all(read) };
			},
		},
		run: ({ clauses }) => ({
			parameters: { clauseId: byId('={{ $json.clause }}') },
			inputs: clauses.map(({ id }) => ({ clause: id })),
			calls: clauses.map((each) => ({
				method: 'GET',
				path: `/clauses/${each.id}`,
				reply: { body: each },
			})),
			outputs: clauses.map(({ content: _c, organizationId: _o, ...short }) => [short]),
		}),
	}),
	operationCase<Found>({
		operation: 'clause.getAll',
		does: 'finds clauses by a part of the name, also none and all of them',
		fixture: {
			recorded: () => ({
				searches: [
					{ name: 'nothing like it', found: [] },
					{ name: 'CLAUSE 2', found: [summary(2)] },
					{ name: 'clause', found: [1, 2, 3, 4, 5].map(summary) },
				],
			}),
			live: async (sandbox) => {
				const of = async (name: string) => ({
					name,
					found: (await sandbox.api('GET', `/clauses?name=${encodeURIComponent(name)}`)).body.data,
				});
				return { searches: await Promise.all(['nothing', 'LIABILITY', 'o'].map(of)) };
			},
		},
		run: ({ searches }) => ({
			parameters: { returnAll: true, filters: { name: '={{ $json.name }}' } },
			inputs: searches.map(({ name }) => ({ name })),
			calls: searches.map(({ name, found }) => ({
				method: 'GET',
				path: '/clauses',
				query: { name, limit: '50' },
				reply: { body: pageOf(found) },
			})),
			outputs: searches.map(({ found }) => found),
		}),
	}),
];
