import { Type, type Static } from '@sinclair/typebox';
import { closed, DateTime, Enum, Name, Uuid } from './values.mts';

export const MEMBER_ROLES = ['USER', 'MANAGER', 'ADMIN'] as const;
export const MEMBER_STATUSES = ['active', 'disabled', 'pending'] as const;

export const Member = Type.Object(
	{
		id: Uuid(),
		role: Enum(MEMBER_ROLES),
		status: Enum(MEMBER_STATUSES),
		user: Type.Object({
			email: Type.String(),
			firstname: Type.String(),
			lastname: Type.String(),
		}),
		groupIds: Type.Array(Uuid()),
		createdAt: Type.Optional(DateTime()),
		updatedAt: Type.Optional(DateTime()),
	},
	{ $id: 'Member' },
);
export type Member = Static<typeof Member>;

export const MemberPatch = Type.Object(
	{
		role: Type.Optional(Enum(MEMBER_ROLES)),
		status: Type.Optional(Enum(MEMBER_STATUSES)),
		groupIds: Type.Optional(Type.Array(Uuid(), { description: 'Replaces the existing groups' })),
		folderIds: Type.Optional(Type.Array(Uuid(), { description: 'Replaces the existing folders' })),
		firstname: Type.Optional(Name()),
		lastname: Type.Optional(Name()),
		email: Type.Optional(Type.String({ format: 'email' })),
		resendInvitation: Type.Optional(
			Type.Boolean({ description: 'Resends the invitation email to a pending member' }),
		),
		substituteId: Type.Optional(Uuid({ description: 'Member acting as substitute' })),
	},
	closed,
);
export type MemberPatch = Static<typeof MemberPatch>;
