import type { Signatory } from '../../schemas/contract.mts';
import type { ContractType } from '../catalog.mts';
import type { CounterpartyRow } from '../counterparties.mts';
import type { Database } from '../database.mts';
import { newId } from '../ids.mts';

/** Who signs: the contract type's author and the counterparty's contact. */
export function signatoriesOf(
	database: Database,
	type: ContractType,
	counterparty: CounterpartyRow,
): Signatory[] {
	const author = database.get<{ email: string; name: string }>(
		`SELECT email, firstname || ' ' || lastname AS name FROM members WHERE id = ?`,
		type.authorId,
	);
	const { contact_name: name, contact_email: email } = counterparty;
	return [
		...(author ? [{ id: type.authorId, ...author, type: 'member' }] : []),
		...(email ? [{ id: newId(), name, email, type: 'external' }] : []),
	];
}
