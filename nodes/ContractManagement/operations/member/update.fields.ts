import type { INodeProperties } from 'n8n-workflow';
import { prepare } from './update';
import { memberLocator, optional } from '../shared/locators.fields';
import { options } from '../shared/options.fields';
import type { Operation } from '../shared/operation';

const updateFields: INodeProperties[] = [
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		placeholder: 'name@email.com',
		default: '',
	},
	{ displayName: 'First Name', name: 'firstname', type: 'string', default: '' },
	{
		displayName: 'Folder Names or IDs',
		name: 'folderIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getFolders' },
		default: [],
		description:
			'Replaces all folders of the member; empty removes them. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Group IDs',
		name: 'groupIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718',
		description: 'Replaces all groups of the member; empty removes them. Separate IDs with commas.',
	},
	{ displayName: 'Last Name', name: 'lastname', type: 'string', default: '' },
	{
		displayName: 'Resend Invitation',
		name: 'resendInvitation',
		type: 'boolean',
		default: false,
		description: 'Whether to send the invitation email to a pending member again',
	},
	{
		displayName: 'Role',
		name: 'role',
		type: 'options',
		options: [
			{
				name: 'Admin',
				value: 'ADMIN',
				description: 'Full access, including members and organization settings',
			},
			{
				name: 'Manager',
				value: 'MANAGER',
				description: 'Creates, edits and manages contracts and workflows',
			},
			{ name: 'User', value: 'USER', description: 'Basic access' },
		],
		default: 'USER',
	},
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
		options: [
			{ name: 'Active', value: 'active', description: 'Can access the service' },
			{ name: 'Disabled', value: 'disabled', description: 'Is deactivated' },
			{ name: 'Pending', value: 'pending', description: 'Is invited and has not accepted yet' },
		],
		default: 'active',
	},
	{
		...optional(memberLocator),
		displayName: 'Substitute Member',
		name: 'substituteId',
		description: 'The member who stands in while this one is out of office',
	},
];

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update member',
		description:
			'Change role, status, name, email, groups, folders or substitute of a member, or resend the invitation. Replaces all groups and folders given.',
		routing: {
			request: { method: 'PATCH', url: '/members/{memberId}' },
		},
	},
	prepare,
	fields: [
		memberLocator,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: updateFields,
		},
		options(),
	],
	items: '{id, role, status, user: {email, firstname, lastname}, groupIds, createdAt, updatedAt}',
};
