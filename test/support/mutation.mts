import fc, { type Arbitrary } from 'fast-check';
import { junk, nastyText, RawJson } from './junk.mts';

interface Mutation {
	/** Which place of the value, counted over all of them. */
	place: number;
	kind: 'replace' | 'remove' | 'repeat' | 'add';
	name: string;
	value: unknown;
}

type Container = unknown[] | Record<string, unknown>;

/** A sound value with up to two places broken, or none: what comes close to a real request. */
export function mutated(value: unknown): Arbitrary<unknown> {
	const mutation = fc.record<Mutation>({
		place: fc.nat(),
		kind: fc.constantFrom('replace', 'remove', 'repeat', 'add'),
		name: nastyText(),
		value: junk(),
	});
	return fc.array(mutation, { maxLength: 2 }).map((mutations) => {
		const root = { value: structuredClone(value) };
		for (const one of mutations) apply(root, one);
		return root.value;
	});
}

function apply(root: { value: unknown }, { place, kind, name, value }: Mutation): void {
	const places = placesOf(root);
	const [container, key] = places[place % places.length] ?? [root, 'value'];
	const members = container as Record<string, unknown>;
	const target = members[key];
	if (kind === 'remove') delete members[key];
	else if (kind === 'repeat' && Array.isArray(target)) target.push(...target);
	else if (kind === 'add' && isContainer(target)) add(target, name, value);
	else members[key] = value;
}

/** Defined and not assigned, as `__proto__` is a name like any other here. */
function add(target: Container, name: string, value: unknown): void {
	const descriptor = { value, enumerable: true, configurable: true, writable: true };
	Object.defineProperty(target, name, descriptor);
}

/** Every member of every object and array in the value, with what holds it. */
function placesOf(container: Container): Array<[Container, string]> {
	return Object.entries(container).flatMap(([key, member]) => [
		[container, key] as [Container, string],
		...(isContainer(member) ? placesOf(member) : []),
	]);
}

function isContainer(value: unknown): value is Container {
	return typeof value === 'object' && value !== null && !(value instanceof RawJson);
}
