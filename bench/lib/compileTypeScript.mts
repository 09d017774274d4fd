import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import ts from 'typescript';

type Compiling = NodeJS.Module & { _compile(code: string, file: string): void };
type Resolve = (request: string, ...rest: unknown[]) => string;

/**
 * From now on `require` takes TypeScript, as jest does in the tests: the nodes and what the engine suite runs them with.
 * n8n-core has a container of its own, and only that one knows its services.
 */
export function compileTypeScript(): void {
	const load = createRequire(import.meta.url);
	const compile = (module: NodeJS.Module, file: string) => {
		const options = {
			module: ts.ModuleKind.CommonJS,
			target: ts.ScriptTarget.ES2022,
			esModuleInterop: true,
		};
		const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
			compilerOptions: options,
		});
		(module as Compiling)._compile(outputText, file);
	};
	// First, as a node's class lies beside its codex, which is JSON.
	const others = { ...load.extensions };
	for (const extension of Object.keys(others)) delete load.extensions[extension];
	Object.assign(load.extensions, { '.ts': compile }, others, { '.ts': compile, '.mts': compile });
	const container = load.resolve('@n8n/di', { paths: [load.resolve('n8n-core')] });
	const internals = Module as unknown as { _resolveFilename: Resolve };
	const resolve = internals._resolveFilename;
	internals._resolveFilename = (request, ...rest) =>
		request === '@n8n/di' ? container : resolve.call(Module, request, ...rest);
}
