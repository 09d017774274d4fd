import type { SandboxState } from '../state.mts';
import type { SeedName } from '../options.mts';
import { seedBase } from './base.mts';
import { seedBulk } from './bulk/index.mts';
import { seedDemo } from './demo/index.mts';

const TABLES = [
	'organizations',
	'api_keys',
	'members',
	'field_definitions',
	'contract_types',
	'templates',
	'contract_type_fields',
	'field_defaults',
	'counterparties',
	'contracts',
	'contract_files',
	'clauses',
	'contract_clauses',
	'custom_objects',
	'records',
	'uploads',
	'webhooks',
	'deliveries',
];

/** Contract types of `--seed COUNT`. */
const BULK_TYPES = 3;

/** Replaces all data; answers whether it did. `keepExisting` leaves a database alone that already has some, `keepWebhooks` the subscriptions. */
export function applySeed(
	state: SandboxState,
	seed: SeedName,
	{ keepExisting = false, keepWebhooks = false } = {},
): boolean {
	const { database, clock } = state;
	const isFilled = database.get('SELECT 1 FROM organizations LIMIT 1') !== undefined;
	if (isFilled && keepExisting) return false;
	database.transaction(() => {
		const emptied = TABLES.filter((table) => !(keepWebhooks && table === 'webhooks'));
		for (const table of emptied) database.run(`DELETE FROM ${table}`);
		seedBase(database, clock.timestamp());
		if (seed === 'demo') seedDemo(database, clock.now());
		if (typeof seed === 'number') seedBulk(state, { contracts: seed, types: BULK_TYPES });
	});
	state.catalogs.forget();
	state.keys.forget();
	return true;
}
