import type { INodeProperties } from 'n8n-workflow';
import { shown } from '../../api/fieldProblems';
import { isBlank, switchIn } from '../../api/options';
import type { ItemScope } from '../../transport/scope';
import { refusedParameter } from './parameters';

/** Refuses what an expression came to for any switch of the operation and of its Options. */
export function assertSwitches(scope: ItemScope, properties: INodeProperties[], within = ''): void {
	for (const { name, type, default: byDefault, displayName, options } of properties) {
		if (name === 'options') assertSwitches(scope, options as INodeProperties[], 'options.');
		if (type !== 'boolean') continue;
		switchOf(scope, displayName, scope.parameter<unknown>(within + name, byDefault));
	}
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
