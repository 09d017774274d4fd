import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { answering } from '../support/answering.mts';
import { runOperation } from '../support/runOperation.mts';
import { CASES } from './cases/index.mts';

const CONTINUES = { nodeSettings: { onError: 'continueRegularOutput' } as Partial<INode> };
const { properties } = new ContractManagement().description;

/** The switches of an operation in the editor, with the collections that they are in. */
function switchesOf(operation: string, shown = properties, within: string[] = []): Switch[] {
	const [resource, name] = operation.split('.');
	return shown
		.filter(({ displayOptions: { show } = {} }) =>
			[show?.resource ?? [resource], show?.operation ?? [name]].every((values, index) =>
				values.includes([resource, name][index]),
			),
		)
		.flatMap((each): Switch[] => {
			const path = [...within, each.name];
			if (each.type === 'collection')
				return switchesOf(operation, each.options as INodeProperties[], path);
			return each.type === 'boolean' ? [{ ...each, operation, path }] : [];
		});
}

type Switch = INodeProperties & { operation: string; path: string[] };

const ALL = [...new Set(CASES.map(({ operation }) => operation))].flatMap((each) =>
	switchesOf(each),
);

/** Runs the case of the operation with the switch by an expression that comes to the value. */
async function run({ operation, path }: Switch, value: unknown, byExpression = true) {
	const known = CASES.find((each) => each.operation === operation)!;
	const { parameters, inputs } = known.run(known.fixture.recorded());
	const [top, inner] = path;
	const given = byExpression ? '={{ $json.given }}' : value;
	const { baseUrl, asked, close } = await answering(() => ({ status: 400, body: {} }));
	const { items } = await runOperation(
		baseUrl,
		operation,
		{ ...parameters, [top]: inner ? { ...(parameters[top] as object), [inner]: given } : given },
		[{ ...inputs[0], given: value } as IDataObject],
		CONTINUES,
	);
	close();
	const requests = asked.map(({ method, path: to, query, body }) => [
		method,
		to,
		String(query),
		body,
	]);
	return { json: items.map(({ json }) => json), requests };
}

test('there are switches', () => expect(ALL.length).toBeGreaterThan(20));

describe.each(ALL)('$displayName of $operation', (each) => {
	test.each(['maybe', 'no', 5, { a: 1 }])('cannot be %j: nothing is sent', async (value) => {
		const { json, requests } = await run(each, value);
		const [error] = json;
		expect(error.error).toMatch(/^(.+) '(.*)' is not true or false$/);
		expect(error.error).toContain(each.displayName);
		expect(error.details).toMatchObject({ field: each.displayName, value, itemIndex: 0 });
		expect(requests).toEqual([]);
	});

	test.each([
		['false', false],
		[' FALSE', false],
		['True', true],
		[null, each.default as boolean],
		['', each.default as boolean],
	])('is understood as %j', async (value, meant) => {
		expect(await run(each, value)).toEqual(await run(each, meant, false));
	});
});
