import type { IDataObject } from 'n8n-workflow';
import { CLEAR, isClear } from '../../api/coercion';
import { isSameValue } from '../../api/comparison';
import { momentOf, writtenDate } from '../../api/dates';
import { heldKey } from '../../api/identifiers';
import { oneSpelling } from '../../api/names';
import { isBlank } from '../../api/options';
import { likeHeld } from '../../api/likeHeld';
import type { Profile } from '../../api/profile';
import { asJson } from '../../api/shapes';
import type { Counterparty } from '../../api/types';
import { invalidInput, wrongInput } from '../../transport/errors/requestError';
import { hint } from '../../transport/hint';
import { sourceIn } from '../../node/itemProperties';
import type { ItemScope } from '../../node/scope';
import { readingOf } from '../shared/dateParameters';
import { meaningful, sendable, textOf } from '../../node/values';
import { statusOf, updateFields } from './changes.fields';
import { chosenFields } from './find';

type Values = Record<string, unknown>;

/** What the item wants a counterparty to be; what it does not name stays as it is. */
export interface CounterpartyInput {
	/** Any of name, status and logoUrl; null clears the logo. */
	properties: Record<string, string | null>;
	/** By field id; null clears. */
	fields: Values;
	/** By field id, what the list called the field, else its id, and the parameter that its value is in. */
	chosen: Map<string, { name: string; place?: string }>;
}

/** One value that differs: what people call it, its property or the id of its field, and both values. */
export type CounterpartyChange = ReturnType<typeof counterpartyDifferences>[number];

/** Reads Update Fields. A blank value leaves a field as it is, `(clear)` empties it. @param current see `chosenFields` */
export async function counterpartyInput(
	scope: ItemScope,
	current: () => Promise<Counterparty | undefined>,
): Promise<CounterpartyInput> {
	const { fields: own, ...more } = updateFields.of(scope);
	const rows = await chosenFields(scope, own, current);
	if (own && rows.length === 0) hint(scope.context, 'Fields of Update Fields has no entry.');
	const given = Object.entries(more).filter(([, value]) => !isBlank(value));
	const properties = given.map(([key, value]) => [key, propertyOf(scope, key, value)]);
	// What comes to nothing would empty the field.
	const fields = rows.map(({ id, name, value }) => [
		id,
		isClear(value) ? null : sendable(scope, name, value),
	]);
	return {
		properties: Object.fromEntries(properties) as CounterpartyInput['properties'],
		fields: Object.fromEntries(fields) as Values,
		chosen: new Map(rows.map((row) => [row.id, row])),
	};
}

const labelOf = (name: string) => updateFields.parts[name as 'name'].label;

function propertyOf(scope: ItemScope, name: string, value: unknown): string | null {
	const field = labelOf(name);
	if (!isClear(value)) {
		const text = meaningful(scope, field, textOf(scope, field, value));
		return name === 'status' ? statusOf(text) : oneSpelling(text);
	}
	if (name === 'logoUrl') return null;
	const advice = 'A counterparty always has one. Only its logo and its own fields can be emptied.';
	throw wrongInput(scope, [field, CLEAR], `${field} cannot be cleared`, advice);
}

/** The input as this counterparty takes it: each field in the type of the value that it holds, where it holds one. */
export function fitted(
	scope: ItemScope,
	current: Partial<Counterparty>,
	input: CounterpartyInput,
): CounterpartyInput {
	const all = current.fields ?? {};
	const settings = readingOf(scope);
	const fields = Object.entries(input.fields).map(([id, given]) => {
		const { name, place = '' } = input.chosen.get(id)!;
		const source = () => sourceIn(scope.node.parameters, place);
		const held = all[heldKey(all, id)];
		const value = momentOf(held, 'utc') ? asJson(given) : writtenDate(given, settings);
		const like = likeHeld(held, { id, name }, value, settings, source);
		if (!('problem' in like)) return [id, like.value];
		throw invalidInput(scope.node, like.problem, scope.itemIndex);
	});
	return { ...input, fields: Object.fromEntries(fields) as Values };
}

/** What of the input, as the counterparty takes it, differs from the counterparty. */
export function counterpartyDifferences(current: Counterparty, input: CounterpartyInput) {
	const { properties, fields, chosen } = input;
	const differing = (held: Values, wanted: Values, label: (id: string) => string) =>
		Object.entries(wanted)
			.map(([fieldId, to]) => {
				const from = held[heldKey(held, fieldId)] ?? null;
				return { field: label(fieldId), fieldId, from, to };
			})
			.filter(({ from, to }) => !isSameValue(from, to));
	return [
		...differing({ ...current }, properties, labelOf),
		...differing(current.fields ?? {}, fields, (id) => chosen.get(id)!.name),
	];
}

/**
 * The body of `PATCH /counterparties/{id}`: of the input what is among the changes, where these are given. Where fields
 * that are not sent might be lost, the whole map is sent with the new values in it.
 * @param mode entry `counterparty-patch-fields` of the profile
 */
export function counterpartyPatch(
	mode: Profile['counterparty-patch-fields'],
	current: Partial<Pick<Counterparty, 'fields'>>,
	{ properties, fields }: CounterpartyInput,
	changes?: CounterpartyChange[],
): IDataObject {
	const isToSend = ([id]: [string, unknown]) =>
		changes?.some(({ fieldId }) => fieldId === id) ?? true;
	const held = current.fields ?? {};
	const wanted = Object.entries(fields).filter(isToSend);
	const changed = Object.fromEntries(wanted.map(([id, value]) => [heldKey(held, id), value]));
	return {
		...Object.fromEntries(Object.entries(properties).filter(isToSend)),
		...(wanted.length > 0 && {
			fields: { ...(mode === 'replace' && held), ...changed } as IDataObject,
		}),
	};
}
