import { insert, type Database } from '../../store/database.mts';
import { searchable } from '../../store/listing/filters.mts';
import { ORGANIZATIONS } from '../base.mts';
import { fixedId } from '../ids.mts';
import { demoContractCount, demoContractId } from './contracts.mts';
import { ago } from './time.mts';
import { slate } from './values.mts';

/** Name, description, languages, text. */
const CLAUSES = [
	[
		'Limitation of liability',
		'Caps liability at the yearly contract value',
		['en', 'de'],
		'Neither party is liable for more than the fees paid in the twelve months before the claim.',
	],
	[
		'Confidentiality',
		'Standard duty of confidentiality',
		['en', 'fr', 'de'],
		'Each party keeps the other party’s information confidential and uses it for the purpose only.',
	],
	[
		'Data protection',
		'Processing of personal data',
		['en', 'de'],
		'Personal data is processed on documented instructions and deleted at the end of the contract.',
	],
	[
		'Termination for convenience',
		'Three months to the end of a quarter',
		['en'],
		'Either party may terminate with three months’ notice to the end of a calendar quarter.',
	],
	[
		'Force majeure',
		'Events beyond control',
		['en', 'fr'],
		'Obligations are suspended for as long as an event beyond a party’s control lasts.',
	],
	[
		'Governing law and venue',
		'Law and courts',
		['en'],
		'The contract is governed by the law that it names; its courts are competent.',
	],
] as const;

const PER_CONTRACT = 3;

export function seedClauses(database: Database, now: number): void {
	for (const [index, [name, description, languages, text]] of CLAUSES.entries()) {
		insert(database, 'clauses', {
			id: fixedId('cb', index + 1),
			organization_id: ORGANIZATIONS.main.id,
			name,
			search_name: searchable(name),
			description,
			languages,
			content: slate(name, text),
			content_text: `${name}\n${text}`,
			created_at: ago(now, { days: 500 - index }),
			updated_at: ago(now, { days: 100 - index }),
		});
	}
	for (let contract = 0; contract < demoContractCount; contract++) attach(database, contract);
}

function attach(database: Database, contract: number): void {
	for (let position = 0; position < PER_CONTRACT; position++) {
		insert(database, 'contract_clauses', {
			id: fixedId('cc', (contract + 1) * 100 + position + 1),
			contract_id: demoContractId(contract),
			clause_id: fixedId('cb', ((contract + position) % CLAUSES.length) + 1),
			is_custom: (contract + position) % 4 === 0,
			position,
		});
	}
}
