import { insertCounterparty } from '../../store/counterparties.mts';
import { insert, type Database } from '../../store/database.mts';
import { searchable } from '../../store/listing/filters.mts';
import { MEMBERS, ORGANIZATIONS } from '../base.mts';
import { fixedId } from '../ids.mts';
import { ago } from './time.mts';

const organization_id = ORGANIZATIONS.other.id;
const author_id = MEMBERS[5]!.id;
const TYPE_ID = fixedId('c7', 901);
const TEMPLATE_ID = fixedId('7e', 901);
const FIELD_ID = fixedId('f1', 901);
const NAMES = ['Harbor Insurance Partners', 'Finch Translations', 'Quill & Co'];
const STATUSES = ['signed', 'draft', 'signing', 'negotiating'];

/** A little data of another organization, which the first one must never see. */
export function seedOtherOrganization(database: Database, now: number): void {
	insert(database, 'field_definitions', {
		id: FIELD_ID,
		organization_id,
		scope: 'contract',
		name: 'Subject',
		type: 'text',
	});
	insert(database, 'contract_types', {
		id: TYPE_ID,
		organization_id,
		name: 'Engagement Letter',
		author_id,
	});
	insert(database, 'templates', {
		id: TEMPLATE_ID,
		contract_type_id: TYPE_ID,
		name: 'Engagement',
		position: 0,
	});
	insert(database, 'contract_type_fields', {
		contract_type_id: TYPE_ID,
		field_id: FIELD_ID,
		required: false,
		position: 0,
	});
	for (const [index, name] of NAMES.entries()) {
		const created_at = ago(now, { days: 90 - index });
		insertCounterparty(database, {
			id: fixedId('cf', 901 + index),
			organization_id,
			name,
			created_at,
		});
	}
	for (const [index, status] of STATUSES.entries()) insertContract(database, now, index, status);
	insertClauseAndTable(database, now);
}

function insertContract(database: Database, now: number, index: number, status: string): void {
	const name = `Engagement Letter ${index + 1}`;
	const signedAt = status === 'signed' ? ago(now, { days: 20 }) : null;
	insert(database, 'contracts', {
		id: fixedId('d0', 901 + index),
		organization_id,
		name,
		search_name: searchable(name),
		status,
		counterparty_id: fixedId('cf', 901 + (index % NAMES.length)),
		contract_type_id: TYPE_ID,
		template_id: TEMPLATE_ID,
		author_id,
		fields: { [FIELD_ID]: `Matter ${index + 1}` },
		member_ids: [author_id],
		signature_process: status === 'signing' ? 'native' : null,
		signature_date: signedAt,
		created_at: ago(now, { days: 60 - index }),
		updated_at: ago(now, { days: 20 - index }),
	});
	if (signedAt === null) return;
	insert(database, 'contract_files', {
		id: fixedId('fe', 90_101),
		contract_id: fixedId('d0', 901 + index),
		position: 0,
		name: `${name}.pdf`,
		content_type: 'application/pdf',
	});
}

function insertClauseAndTable(database: Database, now: number): void {
	insert(database, 'clauses', {
		id: fixedId('cb', 901),
		organization_id,
		name: 'Fees',
		search_name: 'fees',
		description: 'Hourly rates',
		languages: ['en'],
		content: [{ type: 'paragraph', children: [{ text: 'Fees are due monthly.' }] }],
		content_text: 'Fees are due monthly.',
		created_at: ago(now, { days: 90 }),
		updated_at: ago(now, { days: 90 }),
	});
	insert(database, 'custom_objects', {
		id: fixedId('c0', 901),
		organization_id,
		name: 'Time sheets',
		help_text: 'Hours by matter',
		smart_fields: [
			{ id: fixedId('5f', 901), name: 'Hours', type: 'number', related_object_id: null },
		],
	});
}
