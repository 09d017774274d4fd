import type { Recipe } from '../../../host/lib/recipes.mts';

interface Assignments {
	assignments: Array<{ name: string; value: unknown }>;
}

/** The recipe with other values in its node "Settings", as a person would enter them there. */
export function withSettings(recipe: Recipe, values: Record<string, unknown>): Recipe {
	const copy = structuredClone(recipe);
	const settings = copy.nodes.find(({ name }) => name === 'Settings')!;
	const { assignments } = settings.parameters.assignments as Assignments;
	for (const [name, value] of Object.entries(values)) {
		const known = assignments.find((assignment) => assignment.name === name);
		if (!known) throw new Error(`The recipe "${recipe.name}" has no setting ${name}`);
		known.value = value;
	}
	return copy;
}
