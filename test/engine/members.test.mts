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
			expect(error?.message).toMatch(/^(Group|Folder) IDs '(undefined|null)' is not UUIDs/);
			expect(await sandbox().control.requests()).toEqual([]);
		},
	);

	test.each(['', '={{ [] }}', '={{ "" }}'])('that are empty remove all: %j', async (empty) => {
		const { error } = await update(empty);
		expect(error).toBeUndefined();
		expect(await sandbox().control.requests()).toHaveLength(1);
	});
});
