import { collection, described, fields } from '../shared/fields';
import { memberLocator, optional } from '../shared/locators.fields';

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

/** Update Fields; read with `bodyOf`. */
export const updateFields = collection('Update Fields', [
	...fields({
		email: ['Email', '', { placeholder: 'name@email.com' }],
		firstname: ['First Name', ''],
		folderIds: [
			'Folder Names or IDs',
			[],
			'Replaces all folders of the member; empty removes them. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
			{ typeOptions: { loadOptionsMethod: 'getFolders' } },
		],
		groupIds: [
			'Group IDs',
			'',
			'Replaces all groups of the member; empty removes them. Separate IDs with commas.',
			{ placeholder: 'e.g. 3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718' },
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
