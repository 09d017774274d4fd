import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite({ seed: 'demo' });

describe.each(['groupIds', 'folderIds'])('%s', (name) => {
	const update = async (value: string, json = {}) => {
		const { members } = await sandbox().control.fixtures();
		await sandbox().control.clearRequests();
		const parameters = { memberId: members[0].id, updateFields: { [name]: value } };
		return await runOperation(sandbox().baseUrl, 'member.update', parameters, [json]);
	};

	test.each(['={{ $json.missing }}', '={{ $json.missing.deeper }}', '={{ $json.nothing }}'])(
		'that an expression did not find remove nothing: %s',
		async (expression) => {
			const { error } = await update(expression, { nothing: null });
			expect(error?.message).toMatch(/^(Group IDs|Folders) '(undefined|null)' is not UUIDs/);
			expect(await sandbox().control.requests()).toEqual([]);
		},
	);

	const KNOWN = 'aa000000-0000-4000-8000-000000000001';
	const LACKING = [
		'={{ [$json.nothing] }}',
		',',
		'={{ $json.nothing ?? "" }}',
		'={{ $json.empty }} ',
		`={{ $json.empty }},${KNOWN}`,
		`={{ [$json.nothing, "${KNOWN}"] }}`,
	];

	test.each(LACKING)('of which some are blank remove nothing: %s', async (value) => {
		const { error } = await update(value, { nothing: null, empty: '' });
		expect(error?.message).toMatch(/^(Group IDs|Folders) '.*' is not UUIDs/);
		expect(error?.description).toContain('An expression that is to remove all gives [].');
		expect(await sandbox().control.requests()).toEqual([]);
	});

	test.each(['', ' ', '={{ [] }}'])('that are empty remove all: %j', async (empty) => {
		const { error } = await update(empty);
		expect(error).toBeUndefined();
		expect(await sandbox().control.requests()).toHaveLength(1);
	});
});

test('IDs that were saved as text, before there were lists, are understood', async () => {
	const { members, folderIds } = await sandbox().control.fixtures();
	const { items, error } = await runOperation(sandbox().baseUrl, 'member.update', {
		memberId: members[0].id,
		updateFields: { substituteId: members[1].id, folderIds: folderIds.join(', ') },
	});

	// The sandbox refuses ids that are no list.
	expect(error).toBeUndefined();
	expect(items[0].json.id).toBe(members[0].id);
});

test('a locator without a member is named, with the field, before anything is sent', async () => {
	const { members } = await sandbox().control.fixtures();
	const update = async (memberId: object, substituteId: object) => {
		const parameters = { memberId, updateFields: { substituteId } };
		return await runOperation(sandbox().baseUrl, 'member.update', parameters);
	};
	const none = await update(byId('={{ "../x" }}'), byId(members[0].id));
	expect(none.error?.message).toBe("Member '../x' is not an ID");
	const noSubstitute = await update(byId(members[0].id), byId('={{ "Ada" }}'));
	expect(noSubstitute.error?.message).toBe("Substitute Member 'Ada' is not a UUID");
	expect(await sandbox().control.requests({ method: 'PATCH' })).toEqual([]);
});

test('a list of one name is that name', async () => {
	const { members } = await sandbox().control.fixtures();
	const updateFields = { firstname: '={{ ["Ada"] }}', email: '={{ ["ada@example.com"] }}' };
	const parameters = { memberId: members[0].id, updateFields };
	const { items } = await runOperation(sandbox().baseUrl, 'member.update', parameters);
	expect(items[0].json.user).toMatchObject({ firstname: 'Ada', email: 'ada@example.com' });
});

test.each([
	[{ role: '={{ "Manager" }}' }, { role: 'MANAGER' }],
	[{ role: '={{ " user " }}' }, { role: 'USER' }],
	[{ status: '={{ "Active" }}' }, { status: 'active' }],
	[{ status: '={{ ["DISABLED"] }}' }, { status: 'disabled' }],
])('a role and a status are taken in other case: %j', async (updateFields, body) => {
	const { members } = await sandbox().control.fixtures();
	const parameters = { memberId: members[0].id, updateFields };
	const { error, items } = await runOperation(sandbox().baseUrl, 'member.update', parameters);
	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject(body);
});

test('an email that another member has is told with it, as no operation reads a member', async () => {
	const { members } = await sandbox().control.fixtures();
	const { email } = (await sandbox().api('PATCH', `/members/${members[1].id}`, {})).body.user;
	const parameters = { memberId: members[0].id, updateFields: { email } };
	const { error } = await runOperation(sandbox().baseUrl, 'member.update', parameters);
	expect(error?.message).toBe(`Another member has the email ${email}`);
	expect(error?.description).toBe(
		`Check the parameters of the node. (field: email; value: ${email})`,
	);
	expect(error?.context).toMatchObject({ errorId: 'EMAIL_ALREADY_USED', statusCode: 409 });
});

test('a long text in place of a name or an address is told in 60 characters', async () => {
	const { members } = await sandbox().control.fixtures();
	const updateFields = { email: `={{ "x".repeat(5000) }}` };
	const parameters = { memberId: members[0].id, updateFields };
	const { error } = await runOperation(sandbox().baseUrl, 'member.update', parameters);
	expect(error?.message).toBe(`Email '${'x'.repeat(60)}…' is not an email address`);
});

test.each(['Na', 'Nan', 'Nil'])('a member may be called %s', async (firstname) => {
	const { members } = await sandbox().control.fixtures();
	const parameters = { memberId: members[0].id, updateFields: { firstname } };
	const { items } = await runOperation(sandbox().baseUrl, 'member.update', parameters);
	expect(items[0].json.user).toMatchObject({ firstname });
});

test.each([...['(clear)', 'null', 'N/A', 'undefined'], ...['NA', 'NaN', 'nil', 'na', 'NIL']])(
	'no member is called %s',
	async (lastname) => {
		const { members } = await sandbox().control.fixtures();
		const parameters = { memberId: members[0].id, updateFields: { lastname } };
		const { error } = await runOperation(sandbox().baseUrl, 'member.update', parameters);
		expect(error?.message).toBe(`Last Name '${lastname}' is not a text that is not empty`);
		expect(await sandbox().control.requests({ method: 'PATCH' })).toEqual([]);
	},
);
