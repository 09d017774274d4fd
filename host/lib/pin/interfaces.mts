import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** What the package's sources import from n8n, by its name there. */
const SOURCES = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** A part of n8n's interface: an interface, class, type, function or constant, with its members as they are written. */
type Declarations = Map<string, { members: string[]; uses: string[] }>;

/**
 * What differs between two versions of n8n-workflow in what the nodes use: one line for each member that came (`+`) or went
 * (`-`), as `IPollFunctions + getPollBudgetMs?(): number;`. What these refer to counts as used, too.
 *
 * @param before folder of the package
 */
export function differences(before: string, after: string): string[] {
	const [old, now] = [declarationsIn(before), declarationsIn(after)];
	const names = new Set([...reached(old, importedNames()), ...reached(now, importedNames())]);
	return [...names].sort().flatMap((name) => {
		const [was, is] = [old.get(name)?.members ?? [], now.get(name)?.members ?? []];
		return [
			...was.filter((member) => !is.includes(member)).map((member) => `${name} - ${member}`),
			...is.filter((member) => !was.includes(member)).map((member) => `${name} + ${member}`),
		];
	});
}

function importedNames(): string[] {
	const files = SOURCES.flatMap((pattern) => globSync(pattern));
	return files.flatMap((file) =>
		sourceOf(file)
			.statements.filter(ts.isImportDeclaration)
			.filter(({ moduleSpecifier }) => moduleSpecifier.getText() === "'n8n-workflow'")
			.map(({ importClause }) => importClause?.namedBindings)
			.filter((bindings) => bindings !== undefined && ts.isNamedImports(bindings))
			.flatMap(({ elements }) =>
				elements.map((each) => (each.propertyName ?? each.name).getText()),
			),
	);
}

function declarationsIn(folder: string): Declarations {
	const found: Declarations = new Map();
	for (const file of globSync(path.join(folder, 'dist', 'cjs', '**', '*.d.ts'))) {
		for (const statement of sourceOf(file).statements) {
			for (const [name, node] of named(statement)) {
				const known = found.get(name) ?? { members: [], uses: [] };
				known.members.push(...membersOf(node));
				known.uses.push(...identifiersIn(node));
				found.set(name, known);
			}
		}
	}
	return found;
}

function named(statement: ts.Statement): Array<[string, ts.Node]> {
	if (ts.isVariableStatement(statement)) {
		return statement.declarationList.declarations.map((each) => [each.name.getText(), each]);
	}
	const isNamed =
		ts.isInterfaceDeclaration(statement) ||
		ts.isTypeAliasDeclaration(statement) ||
		ts.isClassDeclaration(statement) ||
		ts.isFunctionDeclaration(statement) ||
		ts.isEnumDeclaration(statement);
	return isNamed && statement.name ? [[statement.name.text, statement]] : [];
}

function membersOf(node: ts.Node): string[] {
	const hasMembers = ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node);
	if (!hasMembers) return [written(node)];
	return [...(node.heritageClauses ?? []), ...node.members].map(written);
}

function written(node: ts.Node): string {
	return node.getText().replace(/\s+/g, ' ');
}

function identifiersIn(node: ts.Node): string[] {
	if (ts.isIdentifier(node)) return [node.text];
	return node.getChildren().flatMap(identifiersIn);
}

/** These names and what their declarations refer to, and so on. */
function reached(declarations: Declarations, names: string[]): Set<string> {
	const seen = new Set<string>();
	const waiting = [...names];
	for (let name; (name = waiting.pop()) !== undefined; ) {
		const declaration = declarations.get(name);
		if (!declaration || seen.has(name)) continue;
		seen.add(name);
		waiting.push(...declaration.uses);
	}
	return seen;
}

function sourceOf(file: string): ts.SourceFile {
	return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}
