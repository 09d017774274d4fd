import type { EventName } from '../schemas/event.mts';
import type { EntryId } from './entries.mts';
import type { ServiceProfile } from './profile.mts';

/** Any JSON of an answer. A profile makes shapes that no type describes. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

/** The same object with some properties under other names, in their places. */
export function renamed(body: object, names: Record<string, string>): Json {
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [names[name] ?? name, value]),
	);
}

/** A delivery, which names its event and its contract where and as the profile says. */
export function deliveryAs(profile: ServiceProfile, body: Json, event: EventName): Json {
	const name = profile.of(EVENT_ENTRIES[event]);
	const moved = structuredClone(body);
	if (name !== 'known') moved.event = name;
	const [eventPath, idPath] = [profile.of('delivery-event'), profile.of('delivery-contract-id')];
	if (eventPath !== 'found') {
		setAt(moved, eventPath, moved.event);
		delete moved.event;
	}
	if (idPath !== 'found' && moved.data) {
		setAt(moved, idPath, moved.data.contractId);
		delete moved.data.contractId;
	}
	return moved;
}

const EVENT_ENTRIES = {
	'contract.created': 'event-created',
	'contract.signed': 'event-signed',
	'contract.status_changed': 'event-status-changed',
} as const satisfies Record<EventName, EntryId>;

/** Sets a value at a path such as `source.ref` or `changes[0].ref`. */
function setAt(body: Json, path: string, value: unknown): void {
	const names = path.split(/[.[\]]+/).filter((name) => name !== '');
	const last = names.pop()!;
	const empty = (i: number) => (/^\d+$/.test(names[i + 1] ?? last) ? [] : {});
	names.reduce((holder, name, i) => (holder[name] ??= empty(i)), body)[last] = value;
}

/** A creation form. */
export function formAs(profile: ServiceProfile, form: Json): Json {
	const names = {
		id: profile.of('creation-form-field-id'),
		name: profile.of('creation-form-field-name'),
		required: profile.of('field-required'),
		helpText: profile.of('field-help-text'),
		defaultValue: profile.of('creation-form-default'),
	};
	const fields = form.fields.map((field: Json) => renamed(optionsAs(profile, field), names));
	return renamed({ ...form, fields }, { fields: profile.of('creation-form-fields') });
}

/** A field with its options. */
export function optionsAs(profile: ServiceProfile, field: Json): Json {
	const { options } = field;
	if (options === undefined) return field;
	const shown = options.map((option: Json) => optionAs(profile, option));
	return renamed({ ...field, options: shown }, { options: profile.of('field-options') });
}

function optionAs(profile: ServiceProfile, option: Json): Json {
	const form = profile.of('field-option');
	if (form === 'text') return option.name;
	return form === 'value-label' ? { value: option.id, label: option.name } : option;
}
