import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { ContractManagementPollingTrigger } from '../../nodes/ContractManagement/ContractManagementPollingTrigger.node';
import { ContractManagementTrigger } from '../../nodes/ContractManagement/ContractManagementTrigger.node';
import { operations } from '../support/operations.mts';
import { outputSchema } from '../support/schemas.mts';

/** What n8n's AI builder is told. That it arrives there is tested in a real n8n (test/e2e/buildable.test.mts). */
const NODES = [ContractManagement, ContractManagementTrigger, ContractManagementPollingTrigger];
const descriptions: INodeTypeDescription[] = NODES.map((Node) => new Node().description);
const action = descriptions[0]!;

const lines = action.builderHint!.extraTypeDefContent![0]!.content.split('\n');
const items = lines.indexOf('Items, with simplify:');

/** `contract.get` and its shape, as the definition has them. */
const shapes = new Map(
	lines.slice(items + 1).flatMap((line) => {
		const [names, shape] = [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)];
		return names.split(', ').map((name) => [name, shape] as const);
	}),
);

test('the shape of the items of every operation is stated', () => {
	expect([...shapes.keys()].toSorted()).toEqual(operations().toSorted());
});

test.each(operations())('the shape of %s has the properties of its output schema', (operation) => {
	const schema =
		outputSchema(operation, '1.1.0') ?? 'none yet: its row in test/engine/cases writes it';
	expect(schema).toEqual(expect.objectContaining({ properties: expect.any(Object) }));
	const properties = Object.keys((schema as { properties: object }).properties);
	expect(propertiesOf(operation).toSorted()).toEqual(properties.toSorted());
});

test.each(descriptions)('$displayName says what it is for, and names nodes beside it', (node) => {
	const { searchHint, relatedNodes } = node.builderHint!;
	expect(searchHint!.length).toBeLessThan(300);
	expect(relatedNodes!.length).toBeGreaterThan(2);
	expect(new Set(relatedNodes!.map(({ nodeType }) => nodeType)).size).toBe(relatedNodes!.length);
	expect(relatedNodes!.map(({ nodeType }) => nodeType)).not.toContain(
		`n8n-nodes-contract-management.${node.name}`,
	);
});

test('every resource says in a few words what it is', () => {
	const picker = action.properties.find(({ name }) => name === 'resource') as INodeProperties;
	for (const { name, description = '' } of picker.options as INodePropertyOptions[]) {
		expect({ name, length: description.length }).toEqual({ name, length: expect.any(Number) });
		expect(description.length).toBeGreaterThan(15);
		expect(description.length).toBeLessThan(60);
	}
});

test.each(NODES)('each %p has a list of parameters of its own, as n8n adds to it', (Node) => {
	const [first, second] = [new Node(), new Node()].map(({ description }) => description.properties);
	expect(first).not.toBe(second);
	expect(first).toEqual(second);
});

/** The names at the top of `{id, fields: {…}, ...contract.get}`. */
function propertiesOf(operation: string): string[] {
	const [, inner] = /^\{(.*)\}/.exec(shapes.get(operation)!)!;
	const flat = withoutNested(inner!).split(',');
	return flat.flatMap((part) => {
		const [, other] = /^\s*\.\.\.([\w.]+)$/.exec(part) ?? [];
		return other ? propertiesOf(other) : [/^\s*(\w+)/.exec(part)![1]!];
	});
}

function withoutNested(text: string): string {
	const shorter = text.replace(/\{[^{}]*\}|\[[^[\]]*\]/g, '');
	return shorter === text ? text : withoutNested(shorter);
}
