/** A locator in its ID mode, as the editor saves it; the value may be an expression. */
export function byId(value: string) {
	return { __rl: true, mode: 'id', value };
}
