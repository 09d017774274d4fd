import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Colors only where a person reads: not into files, and not where NO_COLOR is set. */
function styled(style: Style, text: string): string {
	const isForPeople = process.stdout.isTTY && !process.env.NO_COLOR;
	return isForPeople ? styleText(style, text, { validateStream: false }) : text;
}

export const heading = (text: string) => styled('bold', text);
export const name = (text: string) => styled('cyan', text);
export const faint = (text: string) => styled('dim', text);
export const good = (text: string) => styled('green', text);
export const bad = (text: string) => styled('red', text);

/** Prints what was asked for: JSON for scripts, else the lines. */
export function print(json: boolean, value: unknown, lines: readonly string[]): void {
	console.log(json ? JSON.stringify(value, null, '\t') : lines.join('\n'));
}

/** The status of a request or of a delivery. */
export function outcome(status: number | string): string {
	const text = String(status);
	return /^2|^delivered/.test(text) ? good(text) : /^pending/.test(text) ? text : bad(text);
}
