import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';

/** Parameters that people see and n8n's AI builder does not: it is told of them once for all operations. */
const action = new ContractManagement().description;
const tool = { ...action, name: `${action.name}Tool` };
const omitted = action.properties.filter(({ disabledOptions }) => disabledOptions);

test('they are those that nearly all operations have, those of tools, and the mapper', () => {
	const names = omitted.map(({ name }) => name);
	expect([...new Set(names)].toSorted()).toEqual(
		['fields', 'longestAnswer', 'options', 'output', 'selectedFields', 'simplify'].toSorted(),
	);
});

test('options are left out where retrying is the only one', () => {
	const collections = omitted.filter(({ name }) => name === 'options');
	expect(collections.length).toBeGreaterThan(5);
	for (const { options } of collections) {
		const shown = options!.filter((option) => !('type' in option && option.type === 'notice'));
		expect(shown.map(({ name }) => name)).toEqual(['retrySeconds']);
	}
});

test('what is said of them once names each', () => {
	const [{ content }] = action.builderHint!.extraTypeDefContent!;
	const said = content.slice(0, content.indexOf('Items, with simplify:'));
	for (const name of [
		'options.retrySeconds',
		'simplify',
		'output',
		'selectedFields',
		'longestAnswer',
	]) {
		expect(said).toContain(name);
	}
	expect(action.builderHint!.searchHint).toContain('options.fieldsJson');
});

describe.each(omitted.map((field) => [label(field), field] as const))('%s', (_label, field) => {
	const usedAs = field.displayOptions!.show!['@tool']?.[0] === true ? tool : action;

	test.each(['as it is', 'with an expression'])('is shown and never disabled, %s', (how) => {
		const values = valuesFor(field, how === 'as it is' ? field.default : '={{ 1 }}');
		expect(evaluated(values, field, 'displayOptions')).toBe(true);
		expect(evaluated(values, field, 'disabledOptions')).toBe(false);
	});

	function evaluated(
		values: INodeParameters,
		property: INodeProperties,
		key: 'disabledOptions' | 'displayOptions',
	): boolean {
		return NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, usedAs, values, key);
	}
});

function label({ name, displayOptions }: INodeProperties): string {
	const { resource, operation } = displayOptions!.show!;
	return `${String(resource?.[0])}.${String(operation?.[0])}: ${name}`;
}

/** Parameters of a node that shows the property. */
function valuesFor({ name, displayOptions }: INodeProperties, value: unknown): INodeParameters {
	const shown = Object.entries(displayOptions!.show!).filter(([key]) => !key.startsWith('@'));
	const needed = Object.fromEntries(shown.map(([key, values]) => [key, values![0]]));
	return { ...needed, [name]: value } as INodeParameters;
}
