import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { answering } from '../support/answering.mts';
import { runOperation } from '../support/runOperation.mts';
import { CASES } from './cases/index.mts';

/** Choices that are checked on their own, or only made for tools. */
const CHECKED_ELSEWHERE = /^(resource|operation|updateFields|filters|output)\b/;

const CONTINUES = { nodeSettings: { onError: 'continueRegularOutput' } as Partial<INode> };
const { properties } = new ContractManagement().description;

/** The switches and choices of an operation in the editor, with the collections that they are in. */
function offersOf(operation: string, shown = properties, within: string[] = []): Offer[] {
	const [resource, name] = operation.split('.');
	return shown
		.filter(({ displayOptions: { show } = {} }) =>
			[show?.resource ?? [resource], show?.operation ?? [name]].every((values, index) =>
				values.includes([resource, name][index]),
			),
		)
		.flatMap((each): Offer[] => {
			const path = [...within, each.name];
			if (each.type === 'collection')
				return offersOf(operation, each.options as INodeProperties[], path);
			return ['boolean', 'options'].includes(each.type) ? [{ ...each, operation, path }] : [];
		});
}

type Offer = INodeProperties & { operation: string; path: string[] };

const ALL = [...new Set(CASES.map(({ operation }) => operation))].flatMap((each) => offersOf(each));
const SWITCHES = ALL.filter(({ type }) => type === 'boolean');
const CHOICES = ALL.filter(
	({ type, path, allowArbitraryValues }) =>
		type === 'options' && !allowArbitraryValues && !CHECKED_ELSEWHERE.test(path.join('.')),
);

/** What n8n requires where a choice that shows or hides it is an expression. */
const NEEDED = {
	counterpartyId: { __rl: true, mode: 'id', value: '00000000-0000-4000-8000-000000000001' },
	counterpartyName: 'Globex',
	matchName: 'Globex',
	matchField: 'f2000000-0000-4000-8000-000000000002',
	matchValue: '1',
};

/** Runs the case of the operation with the switch or choice by an expression that comes to the value. */
async function run({ operation, path }: Offer, value: unknown, byExpression = true) {
	const known = CASES.find((each) => each.operation === operation)!;
	const { parameters, inputs } = known.run(known.fixture.recorded());
	const [top, inner] = path;
	const given = byExpression ? '={{ $json.given }}' : value;
	const { baseUrl, asked, close } = await answering(() => ({ status: 400, body: {} }));
	const running = runOperation(
		baseUrl,
		operation,
		{
			...NEEDED,
			...parameters,
			[top]: inner ? { ...(parameters[top] as object), [inner]: given } : given,
		},
		[{ ...inputs[0], given: value } as IDataObject],
		CONTINUES,
	);
	const { items } = await running.finally(close);
	const requests = asked.map(({ method, path: to, query, body }) => [
		method,
		to,
		String(query),
		body,
	]);
	return { json: items.map(({ json }) => json), requests };
}

test('there are switches and choices', () => {
	expect(SWITCHES.length).toBeGreaterThan(20);
	expect(CHOICES.length).toBeGreaterThan(8);
});

describe.each(CHOICES)('$displayName of $operation', (each) => {
	test.each(['odd', '', null, 5, { a: 1 }])('cannot be %j: nothing is sent', async (value) => {
		const { json, requests } = await run(each, value);
		const [error] = json;
		expect(error.error).toContain(`${each.displayName} '`);
		expect(error.error).toMatch(/' cannot be chosen$/);
		expect(error.details).toMatchObject({ field: each.displayName, value, itemIndex: 0 });
		expect(requests).toEqual([]);
	});
});

describe.each(SWITCHES)('$displayName of $operation', (each) => {
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

describe.each(['contract.getAll', 'counterparty.getAll'])('Sort of %s', (operation) => {
	const sorted = async (by: IDataObject) => {
		const { baseUrl, asked, close } = await answering(() => ({ status: 200, body: { data: [] } }));
		const sort = { by: [{ field: '={{ $json.field }}', direction: '={{ $json.direction }}' }] };
		const running = runOperation(baseUrl, operation, { sort }, [by], CONTINUES);
		const { items } = await running.finally(close);
		return { items, sorts: asked.map(({ query }) => query.get('sort')) };
	};

	test.each([
		['createdAt', 'asc', 'createdAt'],
		['createdat ', ' ASC', 'createdAt'],
		['Name', 'Desc', '-name'],
		['id', '', '-id'],
		['id', null, '-id'],
		['', 'odd', null],
		[null, 'asc', null],
	])('by %j in direction %j is sent as %j', async (field, direction, sent) => {
		expect((await sorted({ field, direction })).sorts).toEqual([sent]);
	});

	test.each([
		['Sort > Direction', 'ascending', { field: 'name', direction: 'ascending' }],
		['Sort > Direction', true, { field: 'name', direction: true }],
		['Sort > Field', 'created', { field: 'created', direction: 'asc' }],
		['Sort > Field', 5, { field: 5, direction: 'asc' }],
		['Sort > Field', { a: 1 }, { field: { a: 1 }, direction: 'asc' }],
	])('%s cannot be %j: nothing is sent', async (field, value, by) => {
		const { items, sorts } = await sorted(by as IDataObject);
		const [error] = items.map(({ json }) => json);
		expect(error.error).toMatch(new RegExp(`^${field} '.*' cannot be chosen$`));
		const offered = field === 'Sort > Field' ? /: createdAt \(.* name \(/ : /: asc \(.* desc \(/;
		const description = expect.stringMatching(offered);
		expect(error.details).toMatchObject({ field, value, description, itemIndex: 0 });
		expect(sorts).toEqual([]);
	});
});
