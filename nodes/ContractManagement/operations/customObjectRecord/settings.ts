import { isBlank } from '../../api/options';
import type { ItemScope } from '../../transport/scope';
import { wholeNumber } from '../shared/parameters';
import type { UpsertSettings } from './upsertRows';

/** What the item says about writing; whether one that fails ends it is for the node to say. */
export type ItemSettings = Omit<UpsertSettings, 'continueOnFail'>;

/** Reads the Options of the item. @throws NodeOperationError when one is no number */
export function settingsOf(scope: ItemScope): ItemSettings {
	return {
		// Any value but this one keeps them, as does what the editor saved before there were two.
		keepsOthers: scope.parameter<string>('options.otherRows', 'keep') !== 'omit',
		recordsPerRequest: recordsPerRequest(scope),
	};
}

function recordsPerRequest(scope: ItemScope): number {
	const value = scope.parameter<unknown>('options.recordsPerRequest', 0);
	return wholeNumber(scope, 'Records per Request', isBlank(value) ? 0 : value, 0);
}
