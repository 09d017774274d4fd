import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { isClear } from '../../api/coercion';
import { identifierIn, SAMPLE_ID } from '../../api/identifiers';
import { sameName } from '../../api/names';
import { isPlaceholder } from '../../api/placeholders';
import { chosen, isBlank, isLost, switchIn } from '../../api/options';
import type { Field } from '../../node/field';
import type { ItemScope } from '../../node/scope';
import { single } from '../../api/texts';
import { unfit } from '../../transport/errors/requestError';
import { isFixed } from '../../node/itemProperties';
import { sendOne } from '../../node/runnable';
import { choice, collection, several, text, toggle } from '../shared/fields';
import { memberLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { CHOOSE_OR_SPECIFY, nothingToUpdate } from '../shared/parameters.fields';

const updateFields = collection('Update Fields', 'updateFields', {
	email: text('Email', 'name@email.com'),
	firstname: text('First Name', 'Nathan'),
	folderIds: several('Folder Names or IDs', [], {
		typeOptions: { loadOptionsMethod: 'getFolders' },
	}).says(`Replaces all folders; empty removes them. ${CHOOSE_OR_SPECIFY}`),
	groupIds: text('Group IDs', SAMPLE_ID).says(
		'Replaces all groups; empty removes them. Separate IDs with commas.',
	),
	lastname: text('Last Name', 'Smith'),
	resendInvitation: toggle('Resend Invitation').says(
		'Whether to send a pending member the invitation again',
	),
	role: choice('Role', 'USER', {
		ADMIN: ['Admin', 'Full access, including members and organization settings'],
		MANAGER: ['Manager', 'Creates, edits and manages contracts and workflows'],
		USER: ['User', 'Basic access'],
	}),
	status: choice('Status', 'active', {
		active: ['Active', 'Can access the service'],
		disabled: ['Disabled', 'Is deactivated'],
		pending: ['Pending', 'Is invited and has not accepted yet'],
	}),
	substituteId: memberLocator.with({
		required: false,
		displayName: 'Substitute Member',
		name: 'substituteId',
		description: 'Who stands in while the member is out of office',
	}),
});

type Read = (value: unknown, isTyped: boolean) => unknown;

const NAME = 'a text that is not empty';
const UUIDS = 'UUIDs, separated by commas';

/** Each property of the body: what it takes, and how it is read; undefined for what the service would refuse. */
const READERS: Record<keyof typeof updateFields.parts, [expected: string, read: Read]> = {
	role: ['USER, MANAGER or ADMIN', oneOf(updateFields.parts.role)],
	status: ['active, disabled or pending', oneOf(updateFields.parts.status)],
	groupIds: [UUIDS, ids],
	folderIds: [UUIDS, ids],
	firstname: [NAME, named],
	lastname: [NAME, named],
	email: ['an email address', email],
	resendInvitation: ['true or false', (value) => !isBlank(value) && switchIn(value)],
	substituteId: ['a UUID', (value) => identifierIn(chosen(value))],
};

/** Changes a member ("PATCH /members/{id}"). Groups and folders are replaced as a whole. */
export const update: Operation = {
	name: 'Update',
	action: 'Change role, status or groups of a member',
	description:
		'Change role, status, name, email, groups, folders or substitute of a member, or resend the invitation. New groups and folders replace the old ones.',
	request: { method: 'PATCH', url: '/members/{memberId}' },
	fields: [memberLocator, updateFields],
	items: '{id, role, status, user: {email, firstname, lastname}, groupIds, createdAt, updatedAt}',
	isShort: true,
	prepare: (scope, asked, ids) => {
		const body = bodyOf(scope);
		return {
			...sendOne(scope, { ...asked, body }, ids),
			...(body.resendInvitation === true && {
				again: 'Running this again sends their invitations once more: leave these items out.',
			}),
		};
	},
};

function bodyOf(scope: ItemScope): IDataObject {
	const given = Object.entries(updateFields.of(scope));
	if (given.length === 0) throw nothingToUpdate(scope, 'Role');
	return Object.fromEntries(
		given.map(([name, value]) => [name, checked(scope, name as keyof typeof READERS, value)]),
	);
}

function checked(scope: ItemScope, name: keyof typeof READERS, value: unknown) {
	const { label, path } = updateFields.parts[name];
	const [expected, read] = READERS[name];
	const readable = read(single(value), isFixed(scope.node.parameters, path));
	if (readable !== undefined) return readable as IDataObject[string];
	const more = read === ids ? ' An expression that is to remove all gives [].' : '';
	throw unfit(scope, [label, chosen(value)], `is not ${expected}`, `Enter ${expected}.${more}`);
}

function oneOf({ options }: Field): Read {
	const offered = options as INodePropertyOptions[];
	return (given) => offered.find(({ value }) => sameName(String(value), String(given)))?.value;
}

// What an expression or an agent leaves blank is no empty list: that would take the member out of groups.
function ids(value: unknown, isTyped: boolean): unknown[] | undefined {
	const text = isTyped && isBlank(String(value)) ? [] : String(value).split(',');
	const given = (Array.isArray(value) ? value : text).map(identifierIn);
	return given.includes(undefined) ? undefined : given;
}

function named(value: unknown): string | undefined {
	if (typeof value !== 'string' || isLost(value) || isClear(value)) return undefined;
	const name = value.trim();
	// A model writes "null" for nothing: the member would be called that. Some people are called Na.
	return isPlaceholder(name) && !/^N(a|an|il)$/.test(name) ? undefined : name || undefined;
}

function email(value: unknown): string | undefined {
	const address = named(value);
	return address && /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined;
}
