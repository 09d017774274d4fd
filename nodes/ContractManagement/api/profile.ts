/** One thing that the specification leaves open: what is assumed, and what a service may do instead. */
interface Entry<V extends string> {
	/** What the specification says. */
	shown: string;
	/** Each value, and what it means. */
	values: Record<V, string>;
	assumed: NoInfer<V>;
}

const entry = <V extends string>(one: Entry<V>) => one;

/** What is assumed of the service where the specification does not show it, by the ids of docs/assumptions.md. Data only. */
export const PROFILE = {
	'counterparty-patch-fields': entry({
		shown: 'not shown: whether fields of PATCH /counterparties/{id} are merged or replaced',
		values: {
			merge: 'A field that is not sent stays as it is: only what changed is sent',
			replace: 'Fields that are not sent may be lost: all are sent, merged into what is there',
		},
		assumed: 'replace',
	}),
	'creation-form-default': entry({
		shown: 'not shown: by which name a creation form says what the service fills in by itself',
		values: {
			defaultValue: 'A field with a value by this name may be left out, also a required one',
			default: 'The same',
			default_value: 'The same',
		},
		assumed: 'defaultValue',
	}),
};

/** The profile of a service: by entry, which of its values holds. */
export type Profile = {
	[Id in keyof typeof PROFILE]: keyof (typeof PROFILE)[Id]['values'];
};

/** What holds for the entry: what is `given` of a service, else what is assumed. */
export function assumed<Id extends keyof Profile>(id: Id, given: Partial<Profile> = {}) {
	return given[id] ?? PROFILE[id].assumed;
}
