import {
	readCreationForm,
	sharedCreationForm,
} from '../../../nodes/ContractManagement/transport/definitions';
import { fakeConnection } from './support/fakeService.mts';

const TYPE = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';
const BODY = {
	contractTypeId: TYPE,
	templates: [],
	fields: [{ id: 'f', name: 'Term', type: 'text' }],
};

test('a form is given as it was sent and as it is read', async () => {
	const { connection, sent } = fakeConnection(() => ({ body: BODY }));
	const { body, form } = await readCreationForm(connection, TYPE);
	expect(body).toEqual(BODY);
	expect(form.fields).toEqual([expect.objectContaining({ id: 'f', name: 'Term' })]);
	expect(sent[0].url).toBe(`/contract-types/${TYPE}/creation-form`);
});

test('many items of one execution read it once', async () => {
	const { connection, sent } = fakeConnection(() => ({ body: BODY }), { executionId: 'form' });
	await Promise.all([1, 2, 3].map(async () => await sharedCreationForm(connection, TYPE)));
	expect(sent).toHaveLength(1);
});

test('a form that does not fit the profile is an error that names the entry', async () => {
	const { connection } = fakeConnection(() => ({ body: { rows: 1 } }));
	await expect(readCreationForm(connection, TYPE)).rejects.toMatchObject({
		message: 'The creation form of the contract type cannot be read',
		description:
			'creation-form-fields: expected is "List of fields in a creation form: `fields`", what came is an object with rows. To create contracts all the same, turn off Options > Check Fields. If the service does otherwise, run `npm run probe`, and paste what it saves into Service Profile of the credential.',
		context: { errorId: 'OTHER_PROFILE', details: { entry: 'creation-form-fields' } },
	});
});
