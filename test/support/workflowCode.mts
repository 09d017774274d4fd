/** One node of a workflow that is written as code; the first one is the trigger. */
export interface Step {
	name: string;
	type: string;
	version: number;
	/** Texts that begin with = are expressions, as n8n stores them. */
	parameters: Record<string, unknown>;
	/** A sample of its items, without which n8n cannot check the expressions that read them. Default: as its definition says. */
	output?: object;
}

/** What the definitions of our nodes say about their items; `definitions` is what n8n's get_node_types answers. */
export type Samples = (step: Step) => object;

/** The steps one after the other, in the code that n8n's MCP server takes (its Workflow SDK). */
export function workflowCode(name: string, steps: Step[], sampleOf: Samples): string {
	const declared = steps.map((step, index) => {
		const { type, version, name: label, parameters } = step;
		const config = { name: label, parameters, output: [step.output ?? sampleOf(step)] };
		const kind = index === 0 ? 'trigger' : 'node';
		return `const step${index} = ${kind}(${literal({ type, version, config })});`;
	});
	const chain = steps.map((_, index) => (index === 0 ? '.add(step0)' : `.to(step${index})`));
	const title = JSON.stringify(name);
	return `${declared.join('\n')}\nexport default workflow(${title}, ${title})${chain.join('')};`;
}

function literal(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value).map(([key, each]) => `'${key}': ${literal(each)}`);
		return `{ ${entries.join(', ')} }`;
	}
	const isExpression = typeof value === 'string' && value.startsWith('=');
	return isExpression ? `expr(${JSON.stringify(value.slice(1))})` : JSON.stringify(value);
}
