import type { FastifyInstance } from 'fastify';
import { FOLDER_IDS, GROUP_IDS, ORGANIZATIONS, type OrganizationAlias } from '../seed/base.mts';
import type { SandboxState } from '../state.mts';
import { memberView, type MemberRow } from '../store/members.mts';
import { optionsOf } from '../store/fields/check.mts';
import { queryOf } from './checked.mts';

/** Ids and names of what the API has no list of, for tests and for the page. */
export function fixtureRoutes(app: FastifyInstance, state: SandboxState): void {
	app.get('/fixtures', async (request) => {
		const alias = queryOf(request).organization === 'other' ? 'other' : 'main';
		return fixtures(state, alias);
	});
}

function fixtures({ database, catalogs }: SandboxState, alias: OrganizationAlias) {
	const { id } = ORGANIZATIONS[alias];
	const catalog = catalogs.of(id);
	const all = <T,>(sql: string) => database.all<T>(sql, id);
	return {
		organization: catalog.organization,
		contractTypes: [...catalog.contractTypes.values()].map(({ fields, ...type }) => ({
			...type,
			fields: fields.map(({ definition, required }) => ({
				...definition,
				required,
				options: optionsOf(database, definition),
			})),
		})),
		counterparties: all(
			'SELECT id, name, status FROM counterparties WHERE organization_id = ? ORDER BY id LIMIT 1000',
		),
		counterpartyFields: [...catalog.counterpartyFields.values()],
		clauses: all('SELECT id, name FROM clauses WHERE organization_id = ? ORDER BY id'),
		members: all<MemberRow>('SELECT * FROM members WHERE organization_id = ? ORDER BY id').map(
			(row) => ({ ...memberView(row), folderIds: JSON.parse(row.folder_ids) as string[] }),
		),
		groupIds: GROUP_IDS,
		folderIds: FOLDER_IDS,
		customObjects: [...catalog.customObjects.values()],
		catalogRecords: all<{ fields: string }>(
			`SELECT records.id, custom_object_id AS customObjectId, fields FROM records
			JOIN custom_objects ON custom_objects.id = custom_object_id
			WHERE contract_id IS NULL AND organization_id = ? ORDER BY position`,
		).map((row) => ({ ...row, fields: JSON.parse(row.fields) as unknown })),
	};
}
