import { readExecution } from '../../../host/lib/client/execution.mts';
import { until } from '../../../host/lib/client/until.mts';
import { chain, workflowBody } from '../../../host/lib/client/workflow.mts';

test('nodes are connected one after the other', () => {
	expect(chain(['A', 'B', 'C'])).toEqual({
		A: { main: [[{ node: 'B', type: 'main', index: 0 }]] },
		B: { main: [[{ node: 'C', type: 'main', index: 0 }]] },
	});
	expect(chain(['A'])).toEqual({});
});

test('what a node says itself wins over the defaults', () => {
	const { nodes } = workflowBody({
		nodes: [{ name: 'A', type: 'x.aTrigger', webhookId: 'w', typeVersion: 2 }],
	});
	expect(nodes[0]).toMatchObject({ webhookId: 'w', typeVersion: 2, parameters: {} });
});

test('reads the items of an execution out of the flattened form that n8n stores', () => {
	const data = JSON.stringify([
		{ resultData: '1' },
		{ runData: '2' },
		{ Node: '3' },
		['4'],
		{ data: '5' },
		{ main: '6' },
		['7', null],
		['8', '8'],
		{ json: '9' },
		{ text: '10', number: 4, yes: true, nothing: null },
		'a text',
	]);
	const execution = readExecution({ id: 7, status: 'success', mode: 'manual', data });
	const item = { json: { text: 'a text', number: 4, yes: true, nothing: null } };
	expect(execution.items('Node')).toEqual([item, item]);
	expect(execution.items('Node', 1)).toEqual([]);
	expect(execution.items('Other')).toEqual([]);
	expect(execution.id).toBe('7');
});

test('waiting ends with the first right answer', async () => {
	let asked = 0;
	await expect(
		until(
			async () => ++asked,
			(n) => n === 3,
			'third answer',
		),
	).resolves.toBe(3);
});

test('waiting fails with what it waited for and the last answer', async () => {
	const waiting = until(
		async () => ({ state: 'odd' }),
		() => false,
		'even state',
		1,
	);
	await expect(waiting).rejects.toThrow('No even state within 0.001 seconds, only {"state":"odd"}');
});
