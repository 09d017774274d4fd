import type { FastifyInstance } from 'fastify';
import { toUtc } from '../../schemas/formats.mts';
import { ORGANIZATIONS } from '../../seed/base.mts';
import type { SandboxState } from '../../state.mts';
import {
	counterpartyView,
	findCounterparty,
	insertCounterparty,
	type CounterpartyRow,
} from '../../store/counterparties.mts';
import { checkedFields } from '../../store/fields/check.mts';
import { newId } from '../../store/ids.mts';
import { checkedBody, numberIn, queryOf } from '../checked.mts';
import { changeStoredContract } from './change.mts';
import { createStoredContract } from './create.mts';
import {
	ContractChangeInput,
	ContractInput,
	CounterpartyInput,
	type CounterpartyInput as NewCounterparty,
} from './input.mts';
import { storedContract, storedContracts, storedView } from './stored.mts';

interface ById {
	Params: { id: string };
}

const PARTS = ['contract_files', 'contract_clauses', 'records', 'contracts'];

/** Contracts in any state, past the rules of the service: what else happens in its web application. */
export function contractRoutes(app: FastifyInstance, state: SandboxState): void {
	app.get('/contracts', async (request) => {
		const query = queryOf(request);
		const { organization, status } = query;
		const filter = { organization, status, last: numberIn(query, 'last') };
		return storedContracts(state, filter).map((row) => storedView(state, row));
	});
	app.get<ById>('/contracts/:id', async ({ params }) =>
		storedView(state, storedContract(state, params.id)),
	);
	app.post('/contracts', async (request, reply) => {
		const id = createStoredContract(state, checkedBody(ContractInput, request));
		return reply.code(201).send(storedView(state, storedContract(state, id)));
	});
	app.patch<ById>('/contracts/:id', async (request) => {
		const row = storedContract(state, request.params.id);
		changeStoredContract(state, row, checkedBody(ContractChangeInput, request));
		return storedView(state, storedContract(state, row.id));
	});
	app.delete<ById>('/contracts/:id', async ({ params }, reply) => {
		const { id } = storedContract(state, params.id);
		state.database.transaction(() => {
			for (const table of PARTS) {
				const column = table === 'contracts' ? 'id' : 'contract_id';
				state.database.run(`DELETE FROM ${table} WHERE ${column} = ?`, id);
			}
		});
		return reply.code(204).send();
	});
	app.post('/counterparties', async (request, reply) => {
		const row = createCounterparty(state, checkedBody(CounterpartyInput, request));
		return reply.code(201).send(counterpartyView(row));
	});
}

function createCounterparty(state: SandboxState, input: NewCounterparty): CounterpartyRow {
	const { database, catalogs, clock } = state;
	const organizationId = ORGANIZATIONS[input.organization ?? 'main'].id;
	const definitions = catalogs.of(organizationId).counterpartyFields;
	const id = newId();
	const created_at = input.createdAt ? toUtc(input.createdAt) : clock.timestamp();
	insertCounterparty(database, {
		id,
		organization_id: organizationId,
		name: input.name,
		status: input.status ?? 'active',
		fields: JSON.stringify(checkedFields(database, definitions, input.fields ?? {})),
		created_at,
		updated_at: input.updatedAt ? toUtc(input.updatedAt) : created_at,
	});
	return findCounterparty(database, organizationId, id)!;
}
