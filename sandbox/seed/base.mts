import { insert, type Database } from '../store/database.mts';
import { fixedId } from './ids.mts';

/** The organizations of every seed, by the name that the control plane gives them. */
export const ORGANIZATIONS = {
	main: { id: fixedId('0a', 1), name: 'Meridian Components', slug: 'meridian-components' },
	other: { id: fixedId('0a', 2), name: 'Harbor & Finch', slug: 'harbor-finch' },
} as const;
export type OrganizationAlias = keyof typeof ORGANIZATIONS;

export const GROUP_IDS = [1, 2, 3].map((number) => fixedId('9a', number));
export const FOLDER_IDS = [1, 2, 3, 4].map((number) => fixedId('fd', number));

export const MEMBERS = [
	member(1, 'main', 'ADMIN', 'active', 'Ada', 'Brandt'),
	member(2, 'main', 'MANAGER', 'active', 'Jonas', 'Keller'),
	member(3, 'main', 'MANAGER', 'active', 'Priya', 'Raman'),
	member(4, 'main', 'USER', 'pending', 'Tomás', 'Silva'),
	member(5, 'main', 'USER', 'disabled', 'Greta', 'Holm'),
	member(6, 'other', 'ADMIN', 'active', 'Iris', 'Finch'),
];

const KEYS = [
	{ key: 'sandbox-admin-key', name: 'admin', organization: 'main', permission: 'write', member: 1 },
	{
		key: 'sandbox-readonly-key',
		name: 'readonly',
		organization: 'main',
		permission: 'read',
		member: 2,
	},
	{
		key: 'sandbox-other-org-key',
		name: 'otherOrg',
		organization: 'other',
		permission: 'write',
		member: 6,
	},
] as const;

/** Organizations, their members and keys: what every seed has. */
export function seedBase(database: Database, now: string): void {
	for (const organization of Object.values(ORGANIZATIONS)) {
		insert(database, 'organizations', organization);
	}
	for (const row of MEMBERS) {
		insert(database, 'members', { ...row, created_at: now, updated_at: now });
	}
	for (const { organization, member: author, ...key } of KEYS) {
		insert(database, 'api_keys', {
			...key,
			organization_id: ORGANIZATIONS[organization].id,
			member_id: fixedId('e0', author),
		});
	}
}

function member(
	number: number,
	organization: OrganizationAlias,
	role: string,
	status: string,
	firstname: string,
	lastname: string,
) {
	const { id, slug } = ORGANIZATIONS[organization];
	return {
		id: fixedId('e0', number),
		organization_id: id,
		role,
		status,
		email: `${firstname}.${lastname}@${slug}.example`
			.toLowerCase()
			.normalize('NFD')
			.replace(/\p{M}/gu, ''),
		firstname,
		lastname,
		group_ids: GROUP_IDS.slice(0, number % 3),
	};
}
