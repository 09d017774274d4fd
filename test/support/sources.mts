import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A source file of the package, as far as its structure is concerned. */
export interface Source {
	/** Relative to the repository's root, with slashes. */
	file: string;
	lines: number;
	imports: Import[];
	functions: Array<{ name: string; lines: number }>;
	/** Whether it has anything that runs, and not types alone. */
	isBehaviour: boolean;
	/** Names of the exported values whose declared type is `Operation`. */
	operations: string[];
	/** Whether anything in it waits. */
	awaits: boolean;
}

export interface Import {
	/** As it is written. */
	specifier: string;
	/** Of a relative import: the file, relative to the repository's root. */
	target?: string;
	/** Whether it is gone at run time. */
	isTypeOnly: boolean;
	/** The values that it names, without types. */
	names: string[];
}

/** Every TypeScript file under the folders. */
export function sourcesOf(...folders: string[]): Source[] {
	return folders
		.flatMap((folder) => globSync(`${folder}/**/*.ts`))
		.map((file) => file.replaceAll(path.sep, '/'))
		.toSorted()
		.map(sourceOf);
}

function sourceOf(file: string): Source {
	const text = readFileSync(file, 'utf8');
	const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
	const nodes = descendants(tree);
	return {
		file,
		lines: text.trimEnd().split('\n').length,
		imports: nodes.flatMap((node) => importOf(file, node)),
		functions: nodes.filter(ts.isFunctionLike).flatMap((node) => lengthOf(tree, node)),
		isBehaviour: !tree.statements.every(isType),
		operations: tree.statements.flatMap(operationsIn),
		awaits: nodes.some(ts.isAwaitExpression),
	};
}

function descendants(node: ts.Node): ts.Node[] {
	const found: ts.Node[] = [];
	node.forEachChild((child) => {
		found.push(child, ...descendants(child));
	});
	return found;
}

function importOf(file: string, node: ts.Node): Import[] {
	if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
		const { moduleSpecifier } = node;
		if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
		return [
			{
				...located(file, moduleSpecifier.text),
				isTypeOnly: isTypeOnly(node),
				names: namesIn(node),
			},
		];
	}
	const isCall = ts.isCallExpression(node);
	const isDynamic =
		isCall &&
		(node.expression.kind === ts.SyntaxKind.ImportKeyword ||
			node.expression.getText() === 'require');
	const [argument] = isDynamic ? node.arguments : [];
	return argument && ts.isStringLiteral(argument)
		? [{ ...located(file, argument.text), isTypeOnly: false, names: [] }]
		: [];
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
	if (ts.isExportDeclaration(node)) return node.isTypeOnly;
	const clause = node.importClause;
	if (!clause || clause.isTypeOnly) return clause?.isTypeOnly ?? false;
	const named = clause.namedBindings;
	if (clause.name || !named || !ts.isNamedImports(named)) return false;
	return named.elements.every((element) => element.isTypeOnly);
}

function namesIn(node: ts.ImportDeclaration | ts.ExportDeclaration): string[] {
	if (isTypeOnly(node) || ts.isExportDeclaration(node)) return [];
	const named = node.importClause?.namedBindings;
	if (!named || !ts.isNamedImports(named)) return [];
	return named.elements
		.filter((element) => !element.isTypeOnly)
		.map(({ name, propertyName }) => (propertyName ?? name).text);
}

function located(file: string, specifier: string): Pick<Import, 'specifier' | 'target'> {
	if (!specifier.startsWith('.')) return { specifier };
	const base = path.posix.join(path.posix.dirname(file), specifier);
	const candidates = [base, `${base}.ts`, `${base}/index.ts`];
	const target = candidates.find(
		(candidate) => candidate.endsWith('.ts') && ts.sys.fileExists(candidate),
	);
	return { specifier, target: target ?? base };
}

function lengthOf(tree: ts.SourceFile, node: ts.SignatureDeclaration) {
	const { body } = node as ts.FunctionLikeDeclaration;
	if (!body) return [];
	const line = (position: number) => tree.getLineAndCharacterOfPosition(position).line;
	const name = node.name?.getText() ?? `line ${line(node.getStart()) + 1}`;
	return [{ name, lines: line(node.getEnd()) - line(node.getStart()) + 1 }];
}

function isType(statement: ts.Statement): boolean {
	return (
		ts.isInterfaceDeclaration(statement) ||
		ts.isTypeAliasDeclaration(statement) ||
		(ts.isImportDeclaration(statement) && isTypeOnly(statement))
	);
}

function operationsIn(statement: ts.Statement): string[] {
	if (!ts.isVariableStatement(statement)) return [];
	return statement.declarationList.declarations
		.filter(({ type }) => type?.getText() === 'Operation')
		.map(({ name }) => name.getText());
}
