import type { IDataObject } from 'n8n-workflow';
import { flawOf } from '../../api/flaws';
import type { Counterparty } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { learnOf } from '../../transport/counterparties';
import { patchRecord } from '../../transport/patch';
import { identifierOf, pathOf } from '../../transport/path';
import { requestRecord } from '../../transport/records';
import { toItem } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { inTurn } from '../../transport/turns';
import { HARMLESS_AGAIN, writeEachItem, writeHook, type Prepare } from '../../transport/writes';
import { refusedParameter } from '../parameters';
import { counterpartyInput, counterpartyPatch, type CounterpartyInput } from './input';

/** Changes what the item names of a counterparty ("PATCH /counterparties/{id}"), and leaves the rest as it is. */
const prepare: Prepare = (scope, { path }) => {
	const id = identifierOf(scope, 'counterpartyId');
	const filled = pathOf(scope, path);
	const input = counterpartyInput(scope);
	assertSomething(scope, input);
	const { connection } = scope;
	const hasFields = Object.keys(input.fields).length > 0;
	const update = async () => {
		const current: KnownCounterparty = hasFields
			? await readCounterparty(connection, filled)
			: { id };
		return await patchCounterparty(connection, filled, current, counterpartyPatch(current, input));
	};
	return {
		send: async () => {
			const updated = await inTurn(turnOf(connection, filled), connection, update);
			return [toItem(scope, updated)];
		},
		again: HARMLESS_AGAIN,
	};
};

export const updateCounterparty = writeHook(prepare);

export const updateCounterparties = writeEachItem(prepare, {
	method: 'PATCH',
	path: '/counterparties/{counterpartyId}',
});

/** Changes of one counterparty happen in turn: between reading its fields and sending them, no other item changes them. */
export function turnOf({ baseUrl }: Connection, path: string): string {
	return `${baseUrl}${path.toLowerCase()}`;
}

/** Sends the patch of what is known of the counterparty; the counterparty as it is then. */
export async function patchCounterparty(
	connection: Connection,
	path: string,
	current: KnownCounterparty,
	body: IDataObject,
): Promise<Counterparty> {
	const fallback = { ...current, ...body } as Counterparty;
	const updated = await patchRecord(connection, { path, body, isRecord, fallback });
	await learnOf(connection, updated);
	return updated;
}

/** At least the id. */
export type KnownCounterparty = Partial<Counterparty> & Pick<Counterparty, 'id'>;

function isRecord(answer: unknown): answer is Counterparty {
	return flawOf(answer) === undefined;
}

async function readCounterparty(connection: Connection, path: string): Promise<Counterparty> {
	return await requestRecord<Counterparty>(connection, { method: 'GET', path });
}

function assertSomething(scope: ItemScope, { properties, fields }: CounterpartyInput): void {
	if (Object.keys(properties).length + Object.keys(fields).length > 0) return;
	throw refusedParameter(scope, {
		field: 'Update Fields',
		message: 'Nothing to update',
		description:
			'Every value is blank, and blank values are left out. To empty a field give it the value (clear).',
	});
}
