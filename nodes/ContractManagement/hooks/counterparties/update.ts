import { unwrap } from '../../api/shapes';
import type { Counterparty } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { learnOf } from '../../transport/counterparties';
import { pathOf } from '../../transport/path';
import { request } from '../../transport/request';
import { hook, toItem } from '../../transport/routing';
import type { ItemScope } from '../../transport/scope';
import { inTurn } from '../../transport/turns';
import { refusedParameter } from '../parameters';
import { counterpartyInput, counterpartyPatch, type CounterpartyInput } from './input';

/** Changes what the item names of a counterparty ("PATCH /counterparties/{id}"), and leaves the rest as it is. */
export const updateCounterparty = hook(async (scope, { path }) => {
	const filled = pathOf(scope, path);
	const input = counterpartyInput(scope);
	assertSomething(scope, input);
	const { connection } = scope;
	const hasFields = Object.keys(input.fields).length > 0;
	const updated = await inTurn(turnOf(connection, filled), connection, async () => {
		const current = hasFields ? await readCounterparty(connection, filled) : undefined;
		return await patchCounterparty(connection, filled, counterpartyPatch(current, input));
	});
	return [toItem(scope, updated)];
});

/** Changes of one counterparty happen in turn: between reading its fields and sending them, no other item changes them. */
export function turnOf({ baseUrl }: Connection, path: string): string {
	return `${baseUrl}${path.toLowerCase()}`;
}

/** Sends the patch; the counterparty as it is then. */
export async function patchCounterparty(
	connection: Connection,
	path: string,
	body: object,
): Promise<Counterparty> {
	// Values are absolute, so that a second arrival changes nothing.
	const asked = { method: 'PATCH' as const, path, body, repeatable: true, bodyOptional: true };
	const answer = unwrap(await request<unknown>(connection, asked));
	const isRecord = typeof answer === 'object' && answer !== null && 'id' in answer;
	const updated = isRecord ? (answer as Counterparty) : await readCounterparty(connection, path);
	await learnOf(connection, updated);
	return updated;
}

async function readCounterparty(connection: Connection, path: string): Promise<Counterparty> {
	return unwrap(await request<unknown>(connection, { method: 'GET', path })) as Counterparty;
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
