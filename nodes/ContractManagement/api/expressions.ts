/** The sentence with an expression that converts a value. */
export function convert(expression: string): string {
	return ` Convert this one with ${inBraces(expression)}.`;
}

/** As n8n takes it. */
export function inBraces(expression: string): string {
	return `{{ ${expression} }}`;
}
