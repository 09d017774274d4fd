import type { IDataObject } from 'n8n-workflow';
import { identifierIn, SAMPLE_ID } from '../../api/identifiers';
import { chosen, isBlank, isLost, switchIn } from '../../api/options';
import type { ItemScope } from '../../transport/scope';
import { wrongInput } from '../../transport/errors/requestError';
import { isFixed } from '../../transport/itemProperties';
import { prepareOne } from '../../transport/writes';
import { collection, described, fields } from '../shared/fields';
import { memberLocator, optional } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { CHOOSE_OR_SPECIFY } from '../shared/parameters.fields';
import { nothingToUpdate } from '../shared/parameters';

const ROLES = described({
	ADMIN: ['Admin', 'Full access, including members and organization settings'],
	MANAGER: ['Manager', 'Creates, edits and manages contracts and workflows'],
	USER: ['User', 'Basic access'],
});

const STATUSES = described({
	active: ['Active', 'Can access the service'],
	disabled: ['Disabled', 'Is deactivated'],
	pending: ['Pending', 'Is invited and has not accepted yet'],
});

/** Read with `bodyOf`. */
const updateFields = collection('Update Fields', [
	...fields({
		email: ['Email', '', { placeholder: 'name@email.com' }],
		firstname: ['First Name', ''],
		folderIds: [
			'Folder Names or IDs',
			[],
			`Replaces all folders of the member; empty removes them. ${CHOOSE_OR_SPECIFY}`,
			{ typeOptions: { loadOptionsMethod: 'getFolders' } },
		],
		groupIds: [
			'Group IDs',
			'',
			'Replaces all groups of the member; empty removes them. Separate IDs with commas.',
			{ placeholder: `e.g. ${SAMPLE_ID}` },
		],
		lastname: ['Last Name', ''],
		resendInvitation: [
			'Resend Invitation',
			false,
			'Whether to send the invitation email to a pending member again',
		],
		role: ['Role', 'USER', { options: ROLES }],
		status: ['Status', 'active', { options: STATUSES }],
	}),
	{
		...optional(memberLocator),
		displayName: 'Substitute Member',
		name: 'substituteId',
		description: 'The member who stands in while this one is out of office',
	},
]);

type Read = (value: unknown, isTyped: boolean) => unknown;

/** Reads and checks each property of the body; `read` gives undefined for a value that the service would refuse. */
const READERS: Record<string, { label: string; read: Read; expected: string }> = {
	role: { label: 'Role', ...oneOf('USER', 'MANAGER', 'ADMIN') },
	status: { label: 'Status', ...oneOf('active', 'disabled', 'pending') },
	groupIds: { label: 'Group IDs', read: ids, expected: 'UUIDs, separated by commas' },
	folderIds: { label: 'Folders', read: ids, expected: 'UUIDs, separated by commas' },
	firstname: { label: 'First Name', read: text, expected: 'a text that is not empty' },
	lastname: { label: 'Last Name', read: text, expected: 'a text that is not empty' },
	email: { label: 'Email', read: email, expected: 'an email address' },
	resendInvitation: { label: 'Resend Invitation', read: flag, expected: 'true or false' },
	substituteId: { label: 'Substitute Member', read: id, expected: 'a UUID' },
};

/** Changes a member ("PATCH /members/{id}"). Groups and folders are replaced as a whole. */
export const update: Operation = {
	name: 'Update',
	action: 'Update member',
	description:
		'Change role, status, name, email, groups, folders or substitute of a member, or resend the invitation. Replaces all groups and folders given.',
	request: { method: 'PATCH', url: '/members/{memberId}' },
	fields: [memberLocator, updateFields],
	items: '{id, role, status, user: {email, firstname, lastname}, groupIds, createdAt, updatedAt}',
	isShort: true,
	prepare: (scope, asked, ids) => {
		const body = bodyOf(scope);
		return {
			...prepareOne(scope, { ...asked, body }, ids),
			...(body.resendInvitation === true && {
				again: 'Running this again sends their invitations once more: leave these items out.',
			}),
		};
	},
};

function bodyOf(scope: ItemScope): IDataObject {
	const given = Object.entries(scope.parameter<IDataObject>('updateFields', {}));
	if (given.length === 0) throw nothingToUpdate(scope, 'Role');
	return Object.fromEntries(given.map(([name, value]) => [name, checked(scope, name, value)]));
}

function checked(scope: ItemScope, name: string, value: unknown): IDataObject[string] {
	const { label, read, expected } = READERS[name];
	const readable = read(value, isFixed(scope.node.parameters, `updateFields.${name}`));
	if (readable !== undefined) return readable as IDataObject[string];
	throw wrongInput(
		scope,
		[label, value],
		`${label} '${String(chosen(value))}' is not ${expected}`,
		`Enter ${expected}.${read === ids ? ' An expression that is to remove all gives [].' : ''}`,
	);
}

function oneOf(...options: string[]) {
	const read: Read = (value) =>
		options.find((option) => option.toLowerCase() === String(value).trim().toLowerCase());
	return { read, expected: `${options.slice(0, -1).join(', ')} or ${options.at(-1)}` };
}

// What an expression or an agent leaves blank is no empty list: that would take the member out of groups.
function ids(value: unknown, isTyped: boolean): unknown[] | undefined {
	const text = isTyped && isBlank(String(value)) ? [] : String(value).split(',');
	const given = (Array.isArray(value) ? value : text).map(identifierIn);
	return given.includes(undefined) ? undefined : given;
}

function id(value: unknown): string | undefined {
	return identifierIn(chosen(value));
}

function text(value: unknown): string | undefined {
	const isText = typeof value === 'string' && value.trim() !== '' && !isLost(value);
	return isText ? value.trim() : undefined;
}

function email(value: unknown): string | undefined {
	const address = text(value);
	return address && /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined;
}

function flag(value: unknown): boolean | undefined {
	return isBlank(value) ? false : switchIn(value);
}
