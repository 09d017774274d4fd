import { clauseId, other, unknownId } from '../support/demo.mts';
import { expectError, sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite();
const UTC = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const summary = {
	id: clauseId(2),
	name: 'Confidentiality',
	description: 'Standard duty of confidentiality',
	organizationId: expect.stringMatching(/^0a/),
	languages: ['en', 'fr', 'de'],
	createdAt: UTC,
	updatedAt: UTC,
};

test('a clause in the list is a summary without content', async () => {
	const { status, body } = await sandbox().api('GET', '/clauses');
	expect(status).toBe(200);
	expect(body.data).toHaveLength(6);
	expect(body.data.find(({ id }: any) => id === clauseId(2))).toEqual(summary);
});

test('GET /clauses/:id adds the Slate content and its text', async () => {
	const { status, body } = await sandbox().api('GET', `/clauses/${clauseId(2)}`);
	expect(status).toBe(200);
	expect(body).toEqual({
		...summary,
		content: [
			{ type: 'paragraph', children: [{ text: 'Confidentiality', bold: true }] },
			{ type: 'paragraph', children: [{ text: expect.stringContaining('confidential') }] },
		],
		contentText: expect.stringMatching(/^Confidentiality\n.*confidential/),
	});
});

test('clauses have no sort and no other filter', async () => {
	for (const name of ['sort', 'status', 'description']) {
		const answer = await sandbox().api('GET', `/clauses?${name}=name`);
		expect(expectError(answer, 400, 'INVALID_PARAMETER').details.field).toBe(name);
	}
});

test('a clause of nobody or of another organization is not found', async () => {
	for (const id of [unknownId, other.clauseId]) {
		expectError(await sandbox().api('GET', `/clauses/${id}`), 404, 'CLAUSE_NOT_FOUND');
	}
});
