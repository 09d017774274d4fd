import type { Recipe } from '../../../host/lib/recipes.mts';

const NEW_YEAR = '0 0 1 1 *';

/** The recipe with its schedules and polls once a year: in a test they start when the test says so. */
export function withoutClock(recipe: Recipe): Recipe {
	const copy = structuredClone(recipe);
	for (const { parameters } of copy.nodes) {
		if (parameters.pollTimes) {
			parameters.pollTimes = { item: [{ mode: 'custom', cronExpression: NEW_YEAR }] };
		}
		if (parameters.rule) {
			parameters.rule = { interval: [{ field: 'cronExpression', expression: NEW_YEAR }] };
		}
	}
	return copy;
}
