import { recordPathOf } from '../../api/effects';
import type { Ended } from '../../node/errorItem';
import { HARMLESS } from '../../node/runnable';
import { contractLocator, customObjectLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { recordFields, upsertOptions } from './upsert.fields';
import { groupOf, isSought, upsertRows, type Group } from './upsertRows';

const REPEATED =
	'Running this again creates their rows a second time: leave these items out, or choose fields to match on first.';
const MATCHED = `${HARMLESS}: existing records are found and updated.`;

/** Writes rows, those of one API key, contract and custom object in one PUT. */
export const upsert: Operation = {
	name: 'Create or Update',
	action: "Write rows of a contract's dynamic table",
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	request: { method: 'PUT', url: '/custom-objects/{customObjectId}/contract/{contractId}/records' },
	fields: [customObjectLocator, contractLocator, recordFields],
	options: upsertOptions,
	items: "{action: 'created' | 'updated' | 'unchanged', ...customObjectRecord.getAll}",
	isShort: true,
	prepare: async (scope, asked, ids) => {
		const part = await groupOf(scope, asked, ids);
		const key = `${scope.connection.account} ${recordPathOf(asked)}`;
		const mayRepeat = part.rows.every(isSought);
		return {
			together: { key, part, send: writeTogether },
			mayRepeat,
			again: mayRepeat ? MATCHED : REPEATED,
		};
	},
};

async function writeTogether(parts: Group[], staysToo: boolean): Promise<Ended[]> {
	const [first] = parts;
	// Other rows go only where all items say so. What an earlier try wrote, or a refused item has there, is to stay, too.
	const keepsOthers = staysToo || parts.some(({ settings }) => settings.keepsOthers);
	const rows = parts.flatMap((part) => part.rows);
	return await upsertRows({ ...first, rows, settings: { ...first.settings, keepsOthers } });
}
