/**
 * The shapes of items that the definitions of our nodes state, by operation: `contract.create, contract.get: {id, …}`; a
 * trigger's line begins with `Items of contract`.
 */
export function itemShapes(definition: string): Map<string, string> {
	const lines = definition.matchAll(/^ \* ((?:[\w.]+, )*(?:\w+\.\w+|Items of \w+)): (\{.*)$/gm);
	return new Map(
		[...lines].flatMap(([, names, shape]) => names!.split(', ').map((name) => [name, shape!])),
	);
}

/** An item with every property of a shape, `{id, fields: [{name}], ...contract.get}`; its values are texts. */
export function sampleItem(
	shapes: Map<string, string>,
	operation: string,
): Record<string, unknown> {
	const shape = shapes.get(operation);
	if (!shape) throw new Error(`The definition states no items of ${operation}`);
	const text = shape
		.slice(0, endOf(shape))
		.replace(/\.\.\.([\w.]+)/g, (_, other) => `"...": ${JSON.stringify(sampleItem(shapes, other))}`)
		.replace(/\[\w+\]: value/g, '')
		.replace(/: '[^,}]*/g, '')
		.replace(/([{,]\s*)(\w+)(?=\s*[,}])/g, '$1"$2": "text"')
		.replace(/([{,]\s*)(\w+):/g, '$1"$2":');
	const { '...': spread, ...own } = JSON.parse(text);
	return { ...own, ...spread };
}

/** Where the brace that the shape begins with is closed. */
function endOf(shape: string): number {
	let depth = 0;
	for (let index = 0; index < shape.length; index++) {
		if (shape[index] === '{') depth++;
		if (shape[index] === '}' && --depth === 0) return index + 1;
	}
	throw new Error(`No end: ${shape}`);
}
