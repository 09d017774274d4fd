import type { IDataObject } from 'n8n-workflow';
import { identifierIn } from '../api/identifiers';
import { isBlank } from '../api/options';
import type { ApiRequest } from '../transport/exchange';
import { pathOf } from '../transport/path';
import { requestRecord } from '../transport/records';
import { toItem } from '../transport/routing';
import type { ItemScope } from '../transport/scope';
import { HARMLESS_AGAIN, writeEachItem, writeHook, type Prepare } from '../transport/writes';
import { refusedParameter } from './parameters';

type Reader = (value: unknown) => unknown;

/** Reads and checks each property of the body; a reader gives undefined for a value that the service would refuse. */
const READERS: Record<string, { label: string; read: Reader; expected: string }> = {
	role: {
		label: 'Role',
		read: oneOf('USER', 'MANAGER', 'ADMIN'),
		expected: 'USER, MANAGER or ADMIN',
	},
	status: {
		label: 'Status',
		read: oneOf('active', 'disabled', 'pending'),
		expected: 'active, disabled or pending',
	},
	groupIds: { label: 'Group IDs', read: ids, expected: 'UUIDs, separated by commas' },
	folderIds: { label: 'Folder IDs', read: ids, expected: 'UUIDs, separated by commas' },
	firstname: { label: 'First Name', read: text, expected: 'a text that is not empty' },
	lastname: { label: 'Last Name', read: text, expected: 'a text that is not empty' },
	email: { label: 'Email', read: email, expected: 'an email address' },
	resendInvitation: { label: 'Resend Invitation', read: flag, expected: 'true or false' },
	substituteId: { label: 'Substitute Member ID', read: id, expected: 'a UUID' },
};

/** Changes a member ("PATCH /members/{id}"). Groups and folders are replaced as a whole. */
const prepare: Prepare = (scope, { path }) => {
	const body = bodyOf(scope);
	// A second arrival changes nothing, but would send a second invitation.
	const repeatable = body.resendInvitation !== true;
	const asked: ApiRequest = { method: 'PATCH', path: pathOf(scope, path), body, repeatable };
	return {
		send: async () => [toItem(scope, await requestRecord(scope.connection, asked))],
		again: repeatable
			? HARMLESS_AGAIN
			: 'Running this again sends their invitations once more: leave these items out.',
	};
};

export const updateMember = writeHook(prepare);

export const updateMembers = writeEachItem(prepare, {
	method: 'PATCH',
	path: '/members/{memberId}',
});

function bodyOf(scope: ItemScope): IDataObject {
	const given = Object.entries(scope.parameter<IDataObject>('updateFields', {}));
	if (given.length === 0) {
		throw refusedParameter(scope, {
			field: 'Update Fields',
			message: 'Nothing to update',
			description: 'Add at least one of the Update Fields.',
		});
	}
	return Object.fromEntries(given.map(([name, value]) => [name, checked(scope, name, value)]));
}

function checked(scope: ItemScope, name: string, value: unknown): IDataObject[string] {
	const { label, read, expected } = READERS[name];
	const readable = read(value);
	if (readable !== undefined) return readable as IDataObject[string];
	throw refusedParameter(scope, {
		field: label,
		message: `${label} '${String(value)}' is not ${expected}`,
		description: `It takes ${expected}.`,
		value,
	});
}

function oneOf(...options: string[]): Reader {
	return (value) =>
		options.find((option) => option.toLowerCase() === String(value).trim().toLowerCase());
}

// What an expression did not find is no empty list: that would take the member out of every group.
function ids(value: unknown): string[] | undefined {
	if (value === undefined || value === null) return undefined;
	const entries = Array.isArray(value) ? value : String(value as string).split(',');
	const given = entries.filter((entry) => !isBlank(entry)).map(identifierIn);
	return given.every((each) => each !== undefined) ? given : undefined;
}

function id(value: unknown): string | undefined {
	return identifierIn(value);
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function email(value: unknown): string | undefined {
	const address = text(value);
	return address && /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined;
}

function flag(value: unknown): boolean | undefined {
	if (value === 'true' || value === 'false') return value === 'true';
	return typeof value === 'boolean' ? value : undefined;
}
