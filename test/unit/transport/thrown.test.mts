import type { NodeApiError } from 'n8n-workflow';
import {
	asThrown,
	boundedDetails,
	STOPPED,
	throwing,
} from '../../../nodes/ContractManagement/transport/errors/thrown';

const long = 'x'.repeat(3_000_000);
const failure = (message: string, more: Partial<NodeApiError> = {}) =>
	asThrown(Object.assign(new Error(message), more) as NodeApiError);

test.each([
	'The contract is canceled',
	"Field 'Status' has no option 'canceled'",
	'The service says: cancelled by counterparty',
	"The item has no binary field 'canceled'",
	'the file not-canceled.pdf',
])('n8n does not take for a stop: %s', (message) => {
	const { message: told, description } = failure(message, { description: message });
	for (const text of [told, String(description)]) {
		expect(text).not.toMatch(/cancel(l?)ed/);
		expect(text.replaceAll('\u2060', '')).toBe(message);
	}
});

test('a stop by a person stays one', () => {
	expect(failure(STOPPED).message).toBe('The execution was canceled');
});

test('message, description and details have at most 2,000 characters, a value 60', () => {
	const value = { text: long };
	const problems = Array.from({ length: 400 }, (_, n) => ({
		message: `Field ${n} is wrong`,
		details: { field: `Field ${n}`, value: long, availableOptions: ['a'.repeat(300)] },
	}));
	const details = { field: 'File', value, problems, row: { name: long } };
	const { message, description, context } = failure(long, {
		description: long,
		context: { details, outcome: 'notExecuted' },
	});
	expect([message.length, description?.length]).toEqual([2_000, 2_000]);
	expect(JSON.stringify(context.details).length).toBeLessThanOrEqual(2_000);
	expect(context).toMatchObject({ details: { field: 'File' }, outcome: 'notExecuted' });
	expect(JSON.stringify(context)).not.toMatch(/x{61}/);
});

test('no emoji is cut in half: services of models refuse a request with one', () => {
	const emojis = `y${'😀'.repeat(3_000)}`;
	const context = { details: { value: emojis, name: emojis } };
	const told = failure(emojis, { description: emojis, context });
	const { message, description } = told;
	const all = JSON.stringify({ message, description, context: told.context });
	expect(all).toContain('😀…');
	expect(all).not.toMatch(/\\ud8/);
	// A value is never longer than this: workflows compare it.
	expect(told.context.details).toMatchObject({ value: `y${'😀'.repeat(29)}…` });
});

test('what is short stays as it is, and so do the items that were executed', () => {
	const details = {
		field: 'Term',
		value: { a: 1 },
		availableOptions: ['30 days', '60 days'],
		executedItems: Array.from({ length: 5_000 }, (_, n) => n),
		unknownItems: [],
	};
	expect(boundedDetails(details)).toEqual(details);
});

test('what work throws is told in the same way, and what it gives is given', async () => {
	const failed = throwing(Promise.reject(new Error('The contract is canceled')));
	await expect(failed).rejects.toThrow('The contract is cancel\u2060ed');
	expect(await throwing(Promise.resolve(7))).toBe(7);
});

test('of many long texts 60 characters are shown, and nothing of details that are long all the same', () => {
	const texts = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'x'.repeat(900)]));
	const shown = { ...boundedDetails({ ...texts(20), limit: 500, value: undefined }) };
	expect(shown).toMatchObject({ k0: `${'x'.repeat(60)}…`, k19: `${'x'.repeat(60)}…`, limit: 500 });
	expect(boundedDetails(texts(50))).toEqual({});
});

describe('in a tool, where a model gets nothing but the message', () => {
	const inTool = (message: string, more: object = {}) =>
		failure(message, { node: { type: 'contractManagementTool' } as never, ...more });

	test('the description is a part of it, as sentences', () => {
		const error = inTool('Not found', { description: 'It may be gone [item 3]' });
		expect(error).toMatchObject({ message: 'Not found. It may be gone.', description: undefined });
		expect(asThrown(error).message).toBe('Not found. It may be gone.');
	});

	test('without a description, and at most 2,000 characters', () => {
		expect(inTool('Nothing to update').message).toBe('Nothing to update.');
		const same = { description: 'Fields are required: Name, Value' };
		expect(inTool('Fields are required', same).message).toBe('Fields are required: Name, Value.');
		const { message } = inTool('Wrong.', { description: long });
		expect(message).toHaveLength(2_000);
		expect(asThrown(Object.assign(new Error(message), { node: { type: 'xTool' } })).message).toBe(
			message,
		);
	});

	test('a stop stays one', () => {
		expect(inTool(STOPPED, { description: 'Stopped' })).toMatchObject({
			message: STOPPED,
			description: 'Stopped',
		});
	});
});
