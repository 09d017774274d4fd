import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { shown } from '../../api/fieldProblems';
import { isBlank, switchIn } from '../../api/options';
import { isFixed } from '../../transport/itemProperties';
import type { ItemScope } from '../../transport/scope';
import { refusedParameter } from './parameters';

/** Refuses what an expression came to for any switch or choice of the operation and of its Options that has no such value. */
export function assertOffered(scope: ItemScope, properties: INodeProperties[], within = ''): void {
	for (const { name, type, default: byDefault, displayName, options } of properties) {
		if (name === 'options') assertOffered(scope, options as INodeProperties[], 'options.');
		// What was chosen in the editor was offered there, if not by this version.
		const isChoice = type === 'options' && !isFixed(scope.node.parameters, within + name);
		if (!isChoice && type !== 'boolean') continue;
		const value = scope.parameter<unknown>(within + name, byDefault);
		if (isChoice) assertChoice(scope, displayName, value, options as INodePropertyOptions[]);
		else switchOf(scope, displayName, value);
	}
}

function assertChoice(
	scope: ItemScope,
	field: string,
	value: unknown,
	offered: INodePropertyOptions[],
): void {
	if (offered.some((one) => one.value === value)) return;
	throw refusedParameter(scope, {
		field,
		message: `${field} '${shown(value)}' cannot be chosen`,
		description: `Choose one of the list, or give one of these values by the expression: ${listed(offered)}.`,
		value,
	});
}

/** What can be chosen, in words: values with their labels. */
export function listed(offered: INodePropertyOptions[]): string {
	return offered.map(({ name, value }) => `${String(value)} (${name})`).join(', ');
}

/** Whether a switch is on; off where nothing is given. @throws NodeOperationError for anything but true and false */
export function switchOf(scope: ItemScope, field: string, value: unknown): boolean {
	const isOn = isBlank(value) ? false : switchIn(value);
	if (isOn !== undefined) return isOn;
	throw refusedParameter(scope, {
		field,
		message: `${field} '${shown(value)}' is not true or false`,
		description: 'Turn it on or off, or give true or false by the expression.',
		value,
	});
}
