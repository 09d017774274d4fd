import type { PayloadSettings } from './deliveries/event';
import { shown } from './fieldProblems';
import { searchedBy } from './names';
import { isBlank, parsedJson } from './options';
import { ASSUMED, entryOf, PROFILE, type EntryId, type Profile } from './profile';
import { isObject } from './shapes';

/** What is assumed, but for what is `given`: an object of entries, or its JSON. A text says what is wrong with it. */
export function profileOf(given: unknown): Profile | string {
	if (isBlank(given)) return ASSUMED;
	const said = typeof given === 'string' ? parsedJson(given) : given;
	if (!isObject(said)) return 'Service Profile is not a JSON object such as {"file-url": "href"}';
	return Object.entries(said).map(problemOf).find(Boolean) ?? { ...ASSUMED, ...said };
}

/** What an event may be called, and anything else, such as a path into a list. */
const [EVENT, NAME] = [/^(?=\S)\P{C}{1,64}$/u, /^[A-Za-z_][\w.[\]-]{0,63}$/];

function problemOf([id, value]: [id: string, value: unknown]): string | undefined {
	const entry = entryOf(id);
	if (!entry) {
		return `Service Profile has no entry '${shown(id)}'. Entries: ${Object.keys(PROFILE).join(', ')}`;
	}
	const { values = {}, assumed, isName = !entry.values } = entry;
	const isUsable = isName && (entry.event ? EVENT : NAME).test(String(value));
	if (typeof value === 'string' && (isUsable || Object.hasOwn(values, value))) return undefined;
	const example = Object.hasOwn(values, assumed) ? 'data.contract.id' : assumed;
	const name = entry.event ? 'any name of at most 64 letters' : `a name such as ${example}`;
	const allowed = [...(isName ? [name] : []), ...Object.keys(values)];
	return `Entry ${id} of Service Profile cannot be '${shown(value)}'. Allowed: ${allowed.join(', ')}`;
}

/** What a person does about a service that differs. */
export const PROBE =
	'If the service does otherwise, run `npm run probe`, and paste what it saves into Service Profile of the credential.';

/** Where deliveries have what, and what their names stand for: as the person has set it, else as the profile says. */
export function payloadSettings<S extends PayloadSettings>(set: S, profile: Profile): S {
	const path = (own: string, id: EntryId) => own || profile[id].replace(/^found$/, '');
	const named = Object.entries(PROFILE).flatMap(([id, entry]) => {
		const name = profile[id as EntryId];
		return 'event' in entry && name !== 'known' ? { name, event: entry.event } : [];
	});
	return {
		...set,
		contractIdPath: path(set.contractIdPath, 'delivery-contract-id'),
		eventPath: path(set.eventPath, 'delivery-event'),
		// Of two that are alike the last one counts.
		names: [...named, ...(set.names ?? [])],
	};
}

/** What the entry says, in words. */
export function expectedBy(id: EntryId, profile: Profile): string {
	const { what, values } = entryOf(id)!;
	return `${what}: ${values?.[profile[id]] ?? `\`${profile[id]}\``}`;
}

type NameFilter = 'clause-name-filter' | 'contract-name-filter';

/** The query parameter by which a list is filtered by a part of the name. */
export function nameFilter(profile: Profile, id: NameFilter, name: string): Record<string, string> {
	const [parameter, text] = [profile[id], searchedBy(name)];
	return text === '' || parameter === 'none' ? {} : { [parameter]: text };
}
