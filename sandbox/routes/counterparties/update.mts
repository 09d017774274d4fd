import { isDeepStrictEqual } from 'node:util';
import { ok, operation, type Call } from '../../http/operation.mts';
import { Counterparty, CounterpartyPatch } from '../../schemas/counterparty.mts';
import type { FieldMap } from '../../schemas/values.mts';
import {
	counterpartyView,
	updateCounterparty as store,
	type CounterpartyRow,
} from '../../store/counterparties.mts';
import type { FieldDefinition } from '../../store/catalog.mts';
import { checkedFields } from '../../store/fields/check.mts';
import { counterpartyOf } from './find.mts';

export const updateCounterparty = operation({
	method: 'PATCH',
	path: '/counterparties/:id',
	tag: 'Counterparties',
	summary: 'Updates a counterparty',
	description:
		'Only what is given changes. `fields` merges by key; null clears a field or the logo.',
	body: CounterpartyPatch,
	shape: 'counterparty',
	success: { status: 200, schema: Counterparty, description: 'The counterparty' },
	errors: [400, 404],
	find: counterpartyOf,
	handle(call, current) {
		const { name, status, logoUrl, fields } = call.body;
		const wanted = {
			name: name ?? current.name,
			status: status ?? current.status,
			logo_url: logoUrl === undefined ? current.logo_url : (logoUrl ?? ''),
			fields: fields ? mergedFields(call, current, fields) : current.fields,
		};
		const isChanged = Object.entries(wanted).some(
			([column, value]) => !isDeepStrictEqual(value, current[column as keyof CounterpartyRow]),
		);
		if (isChanged) {
			const updated_at = call.state.clock.timestampAfter(current.updated_at);
			store(call.database, current.id, { ...wanted, updated_at });
		}
		return ok(counterpartyView(counterpartyOf(call)));
	},
});

function mergedFields(
	{ database, catalog, state }: Call,
	current: CounterpartyRow,
	input: FieldMap,
) {
	const isMerged = state.profile.of('counterparty-patch-fields') === 'merge';
	const kept = isMerged ? JSON.parse(current.fields) : {};
	const isSpelled = state.variants.has('numbersAsText');
	const given = isSpelled ? numbersOf(catalog.counterpartyFields, input) : input;
	const checked = checkedFields(database, catalog.counterpartyFields, given);
	const merged = Object.entries({ ...kept, ...checked });
	return JSON.stringify(Object.fromEntries(merged.filter(([, value]) => value !== null)));
}

// What a service shows as text it takes as text: the node does not know the types of these fields.
function numbersOf(definitions: Map<string, FieldDefinition>, input: FieldMap): FieldMap {
	const typed = Object.entries(input).map(([id, value]) => {
		const isNumber = definitions.get(id)?.type === 'number' && typeof value === 'string';
		return [id, isNumber ? Number(value) : value];
	});
	return Object.fromEntries(typed);
}
