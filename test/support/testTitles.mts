import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The tests of a folder as `file: title`, the title as it is written. Skipped tests do not count. */
export function testTitles(folder: string): string[] {
	const files = readdirSync(folder).filter((file) => file.endsWith('.test.mts'));
	return files.flatMap((file) => {
		const name = file.slice(0, -'.test.mts'.length);
		const text = readFileSync(path.join(folder, file), 'utf8');
		return titlesIn(text).map((title) => `${name}: ${title}`);
	});
}

function titlesIn(text: string): string[] {
	const titles: string[] = [];
	const visit = (node: ts.Node) => {
		if (ts.isCallExpression(node) && isTest(node.expression)) {
			const [title] = node.arguments;
			if (title && ts.isStringLiteralLike(title)) titles.push(title.text);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('tests.ts', text, ts.ScriptTarget.Latest));
	return titles;
}

/** `test(…)` or `test.each(…)(…)`. */
function isTest(expression: ts.Expression): boolean {
	if (ts.isIdentifier(expression)) return expression.text === 'test';
	if (!ts.isCallExpression(expression)) return false;
	const { expression: callee } = expression;
	return (
		ts.isPropertyAccessExpression(callee) &&
		callee.name.text === 'each' &&
		isTest(callee.expression)
	);
}
