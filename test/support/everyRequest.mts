import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { pageOf, uuid, type Call } from '../engine/cases/case.mts';
import { contract } from '../engine/cases/contractFixtures.mts';
import { CASES } from '../engine/cases/index.mts';
import { byId } from './byId.mts';
import type { NodeRun } from './engine.mts';
import { operations } from './operations.mts';
import { shapesIn } from './recordedService.mts';

const { customOperations, methods } = new ContractManagement();
const ROUTES = customOperations as Record<string, object>;

/** A way to run an operation: what becomes of its errors, and whether custom operations are left out. */
type Way = Required<Pick<NodeRun, 'declaredRouteOnly' | 'nodeSettings'>>;

/**
 * One case of each operation, with each of the requests that it makes: its calls, how the node runs, and the ways to run
 * it, to take turns at.
 */
export const REQUESTS = operations().flatMap((operation) => {
	const each = CASES.find((one) => one.operation === operation)!;
	const { calls, parameters, inputs, binaries = [] } = each.run(each.fixture.recorded());
	const [resource, name] = operation.split('.');
	const run = {
		parameters: { resource, operation: name, ...parameters },
		items: [{ json: inputs[0], ...(binaries[0] && { binary: binaries[0] }) }],
	};
	const routes = name in (ROUTES[resource] ?? {}) ? [false, true] : [true];
	const ways = (['stopWorkflow', 'continueErrorOutput'] as const).flatMap((onError): Way[] =>
		routes.map((declaredRouteOnly) => ({ nodeSettings: { onError }, declaredRouteOnly })),
	);
	return shapesIn({ calls }).map((struck) => [operation, struck, { calls, run, ways }] as const);
});

/** The methods that the editor asks, `listSearch.searchContracts`, and what the person has chosen before. */
export const ASKED = Object.entries(methods).flatMap(([kind, named]) =>
	Object.keys(named).map((name) => `${kind}.${name}`),
);
export const CHOSEN = {
	resource: 'contract',
	operation: 'create',
	contractTypeId: byId(uuid('t', 1)),
	customObjectId: byId(uuid('b', 1)),
	counterpartyId: byId(uuid('y', 1)),
};

/** What triggers ask for. */
export const SIGNED = contract(1, { status: 'signed' });
export const CONTRACT: Call = {
	method: 'GET',
	path: `/contracts/${SIGNED.id}`,
	reply: { body: SIGNED },
};
export const FILES: Call = { method: 'GET', path: `/contracts/${SIGNED.id}/signed-files` };
export const LIST: Call = {
	method: 'GET',
	path: '/contracts',
	query: { sort: '-updatedAt,id', limit: '100' },
	reply: { body: pageOf([SIGNED]) },
};
export const ORGANIZATION: Call = {
	method: 'GET',
	path: '/organization',
	reply: { body: { id: uuid('o', 1) } },
};
