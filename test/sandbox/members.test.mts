import { folderId, groupId, memberId, other, unknownId } from '../support/demo.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();
const UTC = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const patch = (number: number, body: unknown) =>
	sandbox().api('PATCH', `/members/${memberId(number)}`, body);

test('a member has every field of the specification', async () => {
	const { status, body } = await patch(2, {});
	expect(status).toBe(200);
	expect(body).toEqual({
		id: memberId(2),
		role: 'MANAGER',
		status: 'active',
		user: {
			email: 'jonas.keller@meridian-components.example',
			firstname: 'Jonas',
			lastname: 'Keller',
		},
		groupIds: [groupId(1), groupId(2)],
		createdAt: UTC,
		updatedAt: UTC,
	});
});

test('names, email, role and status of a member can be changed', async () => {
	const { body } = await patch(2, {
		firstname: 'Jon',
		lastname: 'Cellar',
		email: 'jon@example.com',
		role: 'ADMIN',
		status: 'disabled',
	});
	expect(body).toMatchObject({
		role: 'ADMIN',
		status: 'disabled',
		user: { email: 'jon@example.com', firstname: 'Jon', lastname: 'Cellar' },
	});
});

test.each(['active', 'disabled', 'pending'])(
	'a member can be set to %s from any status',
	async (status) => {
		for (const number of [1, 4, 5])
			expect((await patch(number, { status })).body.status).toBe(status);
	},
);

test.each(['USER', 'MANAGER', 'ADMIN'])('a member can have the role %s', async (role) => {
	expect((await patch(3, { role })).body.role).toBe(role);
});

test('groupIds and folderIds replace what the member had', async () => {
	expect((await patch(2, { groupIds: [groupId(3)] })).body.groupIds).toEqual([groupId(3)]);
	expect((await patch(2, { groupIds: [] })).body.groupIds).toEqual([]);
	await patch(2, { folderIds: [folderId(1), folderId(2)] });
	await patch(2, { folderIds: [folderId(4)] });
	const { members } = await sandbox().control.fixtures();
	const member = members.find(({ id }: any) => id === memberId(2));
	expect(member.folderIds).toEqual([folderId(4)]);
});

test('an invitation can be resent to a pending member only', async () => {
	expect((await patch(4, { resendInvitation: true })).status).toBe(200);
	expect((await patch(1, { resendInvitation: false })).status).toBe(200);
	for (const number of [1, 5]) {
		const answer = await patch(number, { resendInvitation: true });
		expectError(answer, 409, 'MEMBER_NOT_PENDING');
	}
});

test('a substitute is another member of the organization', async () => {
	expect((await patch(1, { substituteId: memberId(2) })).status).toBe(200);
	expectError(await patch(1, { substituteId: memberId(1) }), 400, 'INVALID_PARAMETER');
	expectError(await patch(1, { substituteId: unknownId }), 404, 'MEMBER_NOT_FOUND');
	expectError(await patch(1, { substituteId: other.memberId }), 404, 'MEMBER_NOT_FOUND');
});

test('two members cannot have the same email', async () => {
	const email = 'ADA.Brandt@meridian-components.example';
	expectError(await patch(2, { email }), 409, 'EMAIL_ALREADY_USED');
	expect((await patch(1, { email })).status).toBe(200);
});

test.each([
	[{ role: 'OWNER' }, 'role'],
	[{ role: 'admin' }, 'role'],
	[{ status: 'deleted' }, 'status'],
	[{ groupIds: groupId(1) }, 'groupIds'],
	[{ groupIds: ['Sales'] }, 'groupIds.0'],
	[{ folderIds: [5] }, 'folderIds.0'],
	[{ email: 'nobody' }, 'email'],
	[{ firstname: '' }, 'firstname'],
	[{ resendInvitation: 'yes' }, 'resendInvitation'],
	[{ substituteId: null }, 'substituteId'],
	[{ id: memberId(1) }, 'id'],
	[{ user: { email: 'x@example.com' } }, 'user'],
])('PATCH /members/{id} refuses %j', async (body, field) => {
	expect(expectError(await patch(2, body), 400, 'INVALID_BODY').details.field).toBe(field);
});

test('MEMBER_NOT_FOUND for an unknown member and for one of another organization', async () => {
	for (const id of [unknownId, other.memberId]) {
		expectError(await sandbox().api('PATCH', `/members/${id}`, {}), 404, 'MEMBER_NOT_FOUND');
	}
});
