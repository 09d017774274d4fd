import type { Member } from '../../../sandbox/schemas/member.mts';
import { byId } from '../../support/byId.mts';
import { operationCase, uuid } from './case.mts';

interface Members {
	members: Member[];
	substituteId: string;
	groupIds: string[];
	folderIds: string[];
}

const member = (number: number): Member => ({
	id: uuid('m', number),
	role: 'USER',
	status: 'active',
	user: { email: `m${number}@example.com`, firstname: 'M', lastname: String(number) },
	groupIds: [],
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
});

export const memberCases = [
	operationCase<Members>({
		operation: 'member.update',
		does: 'sends all nine properties, and an empty list to remove all groups',
		fixture: {
			recorded: () => ({
				members: [1, 2, 3].map(member),
				substituteId: uuid('m', 4),
				groupIds: [uuid('g', 1), uuid('g', 2)],
				folderIds: [uuid('d', 1), uuid('d', 2)],
			}),
			live: async ({ control }) => {
				const { members, groupIds, folderIds } = await control.fixtures();
				return { members: members.slice(0, 3), substituteId: members[3].id, groupIds, folderIds };
			},
		},
		run: ({ members, substituteId, groupIds, folderIds }) => {
			const bodyOf = (index: number) => ({
				role: 'MANAGER',
				status: 'pending',
				groupIds: index === 1 ? [] : groupIds.slice(0, 2),
				folderIds: folderIds.slice(0, 2),
				firstname: 'Ada',
				lastname: 'Brandt',
				email: `ada${index}@example.com`,
				resendInvitation: true,
				substituteId,
			});
			return {
				parameters: {
					memberId: byId('={{ $json.member }}'),
					updateFields: {
						role: '={{ "manager" }}',
						status: 'pending',
						groupIds: '={{ $json.groups }}',
						folderIds: folderIds.slice(0, 2),
						firstname: 'Ada',
						lastname: ' Brandt ',
						email: '={{ $json.email }}',
						resendInvitation: true,
						substituteId: byId(substituteId),
					},
				},
				inputs: members.map(({ id }, i) => ({
					member: id,
					groups: i === 1 ? [] : groupIds.slice(0, 2).join(', '),
					email: `ada${i}@example.com`,
				})),
				calls: members.map((each, i) => ({
					method: 'PATCH',
					path: `/members/${each.id}`,
					body: bodyOf(i),
					reply: { body: { ...each, role: 'MANAGER' } },
				})),
				outputs: members.map(({ id }) => [expect.objectContaining({ id, role: 'MANAGER' })]),
			};
		},
	}),
];
