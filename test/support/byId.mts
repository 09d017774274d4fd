/** A locator in its ID mode, as the editor saves it; the value may be an expression. */
export function byId(value: string) {
	return { __rl: true, mode: 'id', value };
}

/** An ID as lists of the editor show it beside a value. */
export const brief = (id: string) => `${id.slice(0, 8)}…${id.slice(-4)}`;
