import { parseArgs } from 'node:util';
import type { Command } from './command.mts';
import { CommandError, type Refusal } from './errors.mts';
import type { Option, Values, Options } from './options.mts';

/** One thing that was typed, as errors name it. */
interface Typed {
	shown: string;
	/** What was typed, if it was. */
	text: string | undefined;
	/** What it takes; '' for a word. */
	possible: string;
	/** Names under which the sandbox knows it. */
	fields: readonly string[];
}

/** A command line that was understood. */
export interface Given {
	values: Values<Options>;
	words: string[];
	typed: Typed[];
}

/** @throws CommandError that names the option, what was typed and what is possible */
export function givenTo(command: Command, args: string[]): Given {
	const { options, words: known = [] } = command;
	const texts = new Map<string, string>();
	const words: string[] = [];
	for (const token of tokensOf(options, args)) {
		if (token.kind === 'positional') words.push(token.value);
		if (token.kind !== 'option') continue;
		const { name, rawName, value, inlineValue } = token;
		const option = Object.hasOwn(options, name) ? options[name] : undefined;
		if (!option) throw new CommandError(`${rawName} is no option of ${listOf(command)}`);
		const one = textOf(option, rawName, value, inlineValue === true);
		const before = option.isList ? texts.get(name) : undefined;
		texts.set(name, before === undefined ? one : `${before},${one}`);
	}
	const extra = words.slice(known.length);
	if (extra.length > 0) throw new CommandError(`'${extra.join(' ')}' was not expected here.`);
	const values = Object.entries(options).map(([name, option]) => [
		name,
		valueOf(option, name, texts.get(name)),
	]);
	const typed = [
		...[...texts].map(([name, text]) => typedOf(name, options[name]!, text)),
		...words.map((text, index): Typed => {
			const { shown, field } = known[index]!;
			return { shown, text, possible: '', fields: field === undefined ? [] : [field] };
		}),
	];
	return { values: Object.fromEntries(values), words, typed };
}

/** What the sandbox refuses, in the words of the command line: by the property that it names, else by the value. */
export function inWordsOf(
	{ options }: Command,
	typed: readonly Typed[],
	{ message, details }: Refusal,
): string {
	const field = String(details.field ?? '').split('.')[0]!;
	const value = String(details.value ?? details.id ?? '');
	const all = [...typed, ...Object.keys(options).map((name) => typedOf(name, options[name]!))];
	const named = all.find(({ fields }) => fields.includes(field));
	const meant = named ?? typed.find(({ text }) => value !== '' && text === value);
	if (!meant) return message;
	const { shown, possible, text } = meant;
	if (!named) return `${shown}: ${message}${possible && `. It takes ${possible}`}`;
	const said = /^(?:[\w.]+: |Parameter '\w+' )(.*\bmust be .*)$/s.exec(message)?.[1];
	const sentence = `${shown} ${said ?? `must be ${possible}`}`;
	return text === undefined || sentence.includes(text) ? sentence : `${sentence}, got "${text}"`;
}

function typedOf(name: string, { fields, possible }: Option, text?: string): Typed {
	return { shown: `--${name}`, text, possible, fields: fields ?? [camelCased(name)] };
}

function tokensOf(options: Options, args: string[]) {
	const types = Object.entries(options).map(([name, { value }]) => {
		return [name, { type: value === '' ? 'boolean' : 'string' }] as const;
	});
	const config = { args, options: Object.fromEntries(types), allowPositionals: true };
	// Not strict: what is wrong is said here, in sentences that name what is possible.
	return parseArgs({ ...config, strict: false, tokens: true }).tokens;
}

function textOf(
	{ value: takes, possible }: Option,
	shown: string,
	given: string | undefined,
	isInline: boolean,
): string {
	if (takes === '') {
		if (given === undefined) return 'true';
		throw new CommandError(`${shown} takes no value, got "${given}"`);
	}
	const needs = `${shown} needs a value: ${possible}`;
	if (given === undefined) throw new CommandError(needs);
	if (isInline || !/^--?[a-z]/i.test(given)) return given;
	throw new CommandError(`${needs}. Got "${given}"; if that is the value, write ${shown}=${given}`);
}

function valueOf(option: Option, name: string, typed: string | undefined): unknown {
	const { variable = '', fallback, possible, isNeeded } = option;
	const fromVariable = typed === undefined ? process.env[variable] : undefined;
	const text = typed ?? fromVariable ?? fallback;
	if (text === undefined) {
		if (isNeeded) throw new CommandError(`--${name} is missing: it must be ${possible}`);
		return undefined;
	}
	const value = option.read(text);
	if (value !== undefined) return value;
	const shown = fromVariable === undefined ? `--${name}` : `The variable ${variable}`;
	throw new CommandError(`${shown} must be ${possible}, got "${text}"`);
}

function listOf({ name, options }: Command): string {
	const known = Object.entries(options).filter(([, { isHidden }]) => !isHidden);
	return `${name}, which has ${known.map(([one]) => `--${one}`).join(', ')}`;
}

function camelCased(name: string): string {
	return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
