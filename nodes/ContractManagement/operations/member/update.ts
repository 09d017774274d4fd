import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { isClear } from '../../api/coercion';
import { identifierIn, SAMPLE_ID } from '../../api/identifiers';
import { sameName } from '../../api/names';
import { isPlaceholder } from '../../api/placeholders';
import { chosen, isBlank, isLost, switchIn } from '../../api/options';
import type { ItemScope } from '../../node/scope';
import { single } from '../../api/texts';
import { unfit } from '../../transport/errors/requestError';
import { isFixed } from '../../node/itemProperties';
import { sendOne } from '../../node/runnable';
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
		email: ['Email', '', { placeholder: 'e.g. name@email.com' }],
		firstname: ['First Name', '', { placeholder: 'e.g. Nathan' }],
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
		lastname: ['Last Name', '', { placeholder: 'e.g. Smith' }],
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

const NAME = 'a text that is not empty';
const UUIDS = 'UUIDs, separated by commas';

/** Each property of the body: its label, what it takes, and how it is read; undefined for what the service would refuse. */
const READERS: Record<string, [label: string, expected: string, read: Read]> = {
	role: ['Role', 'USER, MANAGER or ADMIN', oneOf(ROLES)],
	status: ['Status', 'active, disabled or pending', oneOf(STATUSES)],
	groupIds: ['Group IDs', UUIDS, ids],
	folderIds: ['Folders', UUIDS, ids],
	firstname: ['First Name', NAME, text],
	lastname: ['Last Name', NAME, text],
	email: ['Email', 'an email address', email],
	resendInvitation: [
		'Resend Invitation',
		'true or false',
		(value) => !isBlank(value) && switchIn(value),
	],
	substituteId: ['Substitute Member', 'a UUID', (value) => identifierIn(chosen(value))],
};

/** Changes a member ("PATCH /members/{id}"). Groups and folders are replaced as a whole. */
export const update: Operation = {
	name: 'Update',
	action: 'Change role, status or groups of a member',
	description:
		'Change role, status, name, email, groups, folders or substitute of a member, or resend the invitation. Replaces all groups and folders given.',
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
	const given = Object.entries(scope.parameter<IDataObject>('updateFields', {}));
	if (given.length === 0) throw nothingToUpdate(scope, 'Role');
	return Object.fromEntries(given.map(([name, value]) => [name, checked(scope, name, value)]));
}

function checked(scope: ItemScope, name: string, value: unknown): IDataObject[string] {
	const [label, expected, read] = READERS[name];
	const readable = read(single(value), isFixed(scope.node.parameters, `updateFields.${name}`));
	if (readable !== undefined) return readable as IDataObject[string];
	const more = read === ids ? ' An expression that is to remove all gives [].' : '';
	throw unfit(scope, [label, chosen(value)], `is not ${expected}`, `Enter ${expected}.${more}`);
}

function oneOf(options: INodePropertyOptions[]): Read {
	return (given) => options.find(({ value }) => sameName(String(value), String(given)))?.value;
}

// What an expression or an agent leaves blank is no empty list: that would take the member out of groups.
function ids(value: unknown, isTyped: boolean): unknown[] | undefined {
	const text = isTyped && isBlank(String(value)) ? [] : String(value).split(',');
	const given = (Array.isArray(value) ? value : text).map(identifierIn);
	return given.includes(undefined) ? undefined : given;
}

function text(value: unknown): string | undefined {
	if (typeof value !== 'string' || isLost(value) || isClear(value)) return undefined;
	// A model writes "null" for nothing: the member would be called that.
	return isPlaceholder(value) ? undefined : value.trim() || undefined;
}

function email(value: unknown): string | undefined {
	const address = text(value);
	return address && /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined;
}
