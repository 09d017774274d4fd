import type { ContractStatus } from '../../schemas/contract.mts';
import type { ContractRow } from '../../store/contracts/row.mts';
import { insertAll, type Database } from '../../store/database.mts';
import { searchable } from '../../store/listing/filters.mts';
import { MEMBERS, ORGANIZATIONS, type OrganizationAlias } from '../base.mts';
import { uuidSequence } from '../ids.mts';
import { bulkFieldIds, type BulkType } from './catalog.mts';

/** Contracts are created this far apart, from the first moment of 2024 on. */
const INTERVAL_MS = 37_000;
const FIRST_CREATED_AT = Date.UTC(2024, 0, 1);
const DAY_MS = 24 * 60 * 60_000;

const STATUSES: ContractStatus[] = [
	'draft',
	'negotiating',
	'signing',
	'signed',
	'signed',
	'signed',
	'canceled',
];

interface BulkCatalog {
	types: BulkType[];
	counterpartyIds: string[];
	statuses?: ContractStatus[];
}

/** Contracts spread over types, counterparties and states; later calls continue the sequence of earlier ones. */
export function bulkContracts(
	database: Database,
	organization: OrganizationAlias,
	count: number,
	catalog: BulkCatalog,
): void {
	const first = database.get<{ count: number }>('SELECT count(*) AS count FROM contracts')!.count;
	insertAll(database, 'contracts', rows(organization, first, first + count, catalog));
}

function* rows(
	organization: OrganizationAlias,
	first: number,
	end: number,
	catalog: BulkCatalog,
): Generator<object> {
	const organization_id = ORGANIZATIONS[organization].id;
	const author_id = MEMBERS.find((member) => member.organization_id === organization_id)!.id;
	const shared = { organization_id, author_id, member_ids: JSON.stringify([author_id]) };
	const nextId = uuidSequence(first + 1);
	const fieldIds = bulkFieldIds(organization);
	for (let index = first; index < end; index++) {
		yield { id: nextId(), ...shared, ...contract(index, catalog, fieldIds) };
	}
}

function contract(index: number, catalog: BulkCatalog, fieldIds: string[]) {
	const { types, counterpartyIds, statuses = STATUSES } = catalog;
	const type = types[index % types.length]!;
	const status = statuses[Math.floor(index / types.length) % statuses.length]!;
	const createdAt = FIRST_CREATED_AT + index * INTERVAL_MS;
	// Changed up to 30 days later, in another order than created.
	const updatedAt = createdAt + ((index * 7_919) % 2_592_000) * 1_000;
	const name = `Contract ${index + 1}`;
	const [reference, value, term] = fieldIds as [string, string, string];
	return {
		name,
		search_name: searchable(name),
		status,
		counterparty_id: counterpartyIds[index % counterpartyIds.length]!,
		contract_type_id: type.id,
		template_id: type.templateId,
		fields: JSON.stringify({
			[reference]: `REF-${index + 1}`,
			[value]: (index * 37) % 100_000,
			[term]: index % 2 ? '30-days' : '60-days',
		}),
		signatories: '[]',
		signature_process: status === 'signing' ? 'native' : null,
		...dates(status, createdAt),
		created_at: iso(createdAt),
		updated_at: iso(updatedAt),
	} satisfies Partial<ContractRow>;
}

function dates(status: ContractRow['status'], createdAt: number) {
	if (status !== 'signed') return { signature_date: null, start_at: null, end_at: null };
	const signedAt = iso(createdAt + DAY_MS);
	return { signature_date: signedAt, start_at: signedAt, end_at: iso(createdAt + 366 * DAY_MS) };
}

function iso(time: number): string {
	return new Date(time).toISOString();
}
