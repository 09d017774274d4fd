import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A text of a file and what comes in its place. */
export interface Change {
	file: string;
	from: string | RegExp;
	to: string;
}

/**
 * Makes the changes, then does what has to succeed with them. Where that fails, these files and the lockfiles beside them
 * are what they were. Throws before anything is written where a text is not in its file.
 */
export async function inFiles(changes: Change[], then: () => Promise<void>): Promise<void> {
	const files = new Set(changes.map(({ file }) => file));
	const lockfiles = [...files]
		.filter((file) => path.basename(file) === 'package.json')
		.map((file) => path.join(path.dirname(file), 'package-lock.json'));
	const before = new Map(
		[...files, ...lockfiles].map((file) => [file, readFileSync(file, 'utf8')]),
	);
	const after = new Map(before);
	for (const { file, from, to } of changes) {
		const text = after.get(file)!;
		const isThere = typeof from === 'string' ? text.includes(from) : from.test(text);
		if (!isThere) throw new Error(`${file} does not say ${from}`);
		after.set(
			file,
			text.replace(from, () => to),
		);
	}
	const write = (texts: typeof before) => texts.forEach((text, file) => writeFileSync(file, text));
	write(after);
	try {
		await then();
	} catch (error) {
		write(before);
		throw error;
	}
}
