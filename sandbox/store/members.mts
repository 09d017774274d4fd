import type { Member } from '../schemas/member.mts';
import type { Database } from './database.mts';

/** A row of the table `members`; ids of groups and folders are JSON arrays. */
export interface MemberRow {
	id: string;
	organization_id: string;
	role: Member['role'];
	status: Member['status'];
	email: string;
	firstname: string;
	lastname: string;
	group_ids: string;
	folder_ids: string;
	substitute_id: string | null;
	invitations_sent: number;
	created_at: string;
	updated_at: string;
}

export function findMember(
	database: Database,
	organizationId: string,
	id: string,
): MemberRow | undefined {
	return database.get<MemberRow>(
		'SELECT * FROM members WHERE id = ? AND organization_id = ?',
		id.toLowerCase(),
		organizationId,
	);
}

export function memberView(row: MemberRow): Member {
	const { id, role, status, email, firstname, lastname } = row;
	return {
		id,
		role,
		status,
		user: { email, firstname, lastname },
		groupIds: JSON.parse(row.group_ids),
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	};
}
