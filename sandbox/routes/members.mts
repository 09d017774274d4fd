import { ApiError, invalidParameter, notFound } from '../http/apiError.mts';
import { ok, operation, type Call } from '../http/operation.mts';
import { Member, MemberPatch } from '../schemas/member.mts';
import { update } from '../store/database.mts';
import { findMember, memberView, type MemberRow } from '../store/members.mts';
import { pathUuid } from './contracts/find.mts';

export const updateMember = operation({
	method: 'PATCH',
	path: '/members/:id',
	tag: 'Members',
	summary: 'Updates a member',
	description: '`groupIds` and `folderIds` replace what the member had.',
	body: MemberPatch,
	shape: 'member',
	success: { status: 200, schema: Member, description: 'The updated member' },
	errors: [400, 404, 409],
	find: memberOf,
	handle(call, member) {
		checkSubstitute(call, member);
		checkInvitation(member, call.body);
		checkEmail(call, member);
		const { groupIds, folderIds, substituteId, resendInvitation, ...columns } = call.body;
		const changes = {
			...columns,
			...(groupIds ? { group_ids: groupIds } : {}),
			...(folderIds ? { folder_ids: folderIds } : {}),
			...(substituteId ? { substitute_id: substituteId.toLowerCase() } : {}),
			...(resendInvitation ? { invitations_sent: member.invitations_sent + 1 } : {}),
		};
		if (Object.keys(changes).length > 0) {
			const updated_at = call.state.clock.timestampAfter(member.updated_at);
			update(call.database, 'members', member.id, { ...changes, updated_at });
		}
		return ok(memberView(memberOf(call)));
	},
});

type MemberCall = Call<MemberPatch>;

function memberOf(call: Call): MemberRow {
	const row = findMember(call.database, call.organizationId, pathUuid(call, 'id'));
	if (!row) throw notFound('MEMBER_NOT_FOUND', call.params.id!);
	return row;
}

function checkSubstitute({ database, organizationId, body }: MemberCall, member: MemberRow): void {
	const { substituteId } = body;
	if (substituteId === undefined) return;
	const substitute = findMember(database, organizationId, substituteId);
	if (!substitute) throw notFound('MEMBER_NOT_FOUND', substituteId);
	if (substitute.id === member.id) {
		throw invalidParameter('substituteId', substituteId, 'must be another member');
	}
}

/** The invitation goes to whoever is pending, before or through this very call. */
function checkInvitation(member: MemberRow, { resendInvitation, status }: MemberPatch): void {
	if (!resendInvitation || (status ?? member.status) === 'pending') return;
	throw new ApiError('MEMBER_NOT_PENDING', `The member is ${member.status}, not pending`, {
		field: 'resendInvitation',
		value: member.status,
	});
}

function checkEmail({ database, organizationId, body }: MemberCall, member: MemberRow): void {
	if (body.email === undefined) return;
	const other = database.get<{ id: string }>(
		'SELECT id FROM members WHERE organization_id = ? AND lower(email) = lower(?) AND id <> ?',
		organizationId,
		body.email,
		member.id,
	);
	if (!other) return;
	throw new ApiError('EMAIL_ALREADY_USED', `Another member has the email ${body.email}`, {
		field: 'email',
		value: body.email,
	});
}
