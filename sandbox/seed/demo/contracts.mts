import { toUtc } from '../../schemas/formats.mts';
import type { FieldMap } from '../../schemas/values.mts';
import type { SignatureProcess } from '../../store/contracts/row.mts';
import { insert, type Database } from '../../store/database.mts';
import { searchable } from '../../store/listing/filters.mts';
import { FOLDER_IDS, MEMBERS, ORGANIZATIONS } from '../base.mts';
import { fixedId } from '../ids.mts';
import { CONTRACT_FIELDS, templateId, TYPES } from './catalog.mts';
import { contactOf, counterpartyId, counterpartyName } from './counterparties.mts';
import { fieldValues } from './values.mts';
import { ago } from './time.mts';

const COUNT = 54;

const STATUSES = [
	'signed',
	'draft',
	'negotiating',
	'signed',
	'signing',
	'signed',
	'canceled',
] as const;
const PROCESSES: SignatureProcess[] = ['external', 'native', 'external', 'provider'];

/** Amendments by index: the contract they amend and the values they consolidate. */
const AMENDMENTS: Record<number, { root: number; consolidation: FieldMap }> = {
	49: {
		root: 0,
		consolidation: {
			[CONTRACT_FIELDS.paymentTerm.id]: '60-days',
			[CONTRACT_FIELDS.value.id]: 61_000,
		},
	},
	52: { root: 0, consolidation: { [CONTRACT_FIELDS.value.id]: 72_500 } },
	53: { root: 3, consolidation: { [CONTRACT_FIELDS.paymentTerm.id]: '15-days' } },
};

export const demoContractId = (index: number) => fixedId('d0', index + 1);
export const demoContractCount = COUNT;

/** The demo company's contracts: every state, every type, external links, folders and amendments. */
export function seedContracts(database: Database, now: number): void {
	for (let index = 0; index < COUNT; index++) {
		const contract = demoContract(index, now);
		insert(database, 'contracts', contract);
		if (contract.status === 'signed') insertSignedFiles(database, index, contract.name);
	}
}

function demoContract(index: number, now: number) {
	const amendment = AMENDMENTS[index];
	// An amendment has the type and the counterparty of what it amends.
	const origin = amendment?.root ?? index;
	const typeIndex = origin % TYPES.length;
	const type = TYPES[typeIndex]!;
	const status = STATUSES[index % STATUSES.length]!;
	const name = `${amendment ? 'Amendment to ' : ''}${type.name} - ${counterpartyName(origin)}`;
	const author = MEMBERS[index % 3]!.id;
	const createdDaysAgo = 300 - index * 5;
	const signedAt = status === 'signed' ? ago(now, { days: createdDaysAgo - 12, hours: 3 }) : null;
	const fields = fieldValues(index, typeIndex, now);
	return {
		id: demoContractId(index),
		organization_id: ORGANIZATIONS.main.id,
		name,
		search_name: searchable(name),
		status,
		counterparty_id: counterpartyId(origin),
		contract_type_id: type.id,
		template_id: templateId(typeIndex, index % type.templates.length),
		initial_contract_id: amendment ? demoContractId(amendment.root) : null,
		folder_id: index % 4 === 3 ? null : FOLDER_IDS[index % FOLDER_IDS.length]!,
		author_id: author,
		fields,
		consolidation: amendment?.consolidation,
		signatories: signatories(index, origin),
		integration: index % 3 === 2 ? integration(index) : null,
		member_ids: [...new Set([author, MEMBERS[0]!.id])],
		signature_process: status === 'signing' ? PROCESSES[Math.floor(index / 7) % 4] : null,
		signature_date: signedAt,
		...dates(type.starts_when_signed === 1, signedAt, fields),
		created_at: ago(now, { days: createdDaysAgo }),
		updated_at: signedAt ?? ago(now, { days: createdDaysAgo - 2, hours: index % 24 }),
	};
}

function dates(startsWhenSigned: boolean, signedAt: string | null, fields: FieldMap) {
	const day = (id: string) => (typeof fields[id] === 'string' ? toUtc(fields[id]) : null);
	return {
		start_at: startsWhenSigned ? signedAt : day(CONTRACT_FIELDS.startDate.id),
		end_at: day(CONTRACT_FIELDS.endDate.id),
	};
}

function signatories(index: number, origin: number) {
	const { id, email, firstname, lastname } = MEMBERS[index % 3]!;
	const contact = contactOf(origin);
	return [
		{ id, name: `${firstname} ${lastname}`, email, type: 'member' },
		{ id: fixedId('51', index + 1), ...contact, type: 'external' },
	];
}

function integration(index: number) {
	return {
		type: index % 2 ? 'crmOne' : 'crmTwo',
		externalId: `DEAL-${2001 + index}`,
		externalEntity: 'deal',
		externalUrl: `https://crm.example/deals/DEAL-${2001 + index}`,
	};
}

/** The main document, with an annex for every other contract. */
function insertSignedFiles(database: Database, index: number, name: string): void {
	const names = index % 2 ? [`${name}.pdf`] : [`${name}.pdf`, 'Annex 1.pdf'];
	for (const [position, fileName] of names.entries()) {
		insert(database, 'contract_files', {
			id: fixedId('fe', (index + 1) * 100 + position + 1),
			contract_id: demoContractId(index),
			position,
			name: fileName,
			content_type: 'application/pdf',
		});
	}
}
