const { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { dest, parallel, series, src } = require('gulp');
const prettier = require('prettier');
const { rollup } = require('rollup');
const { readConfigFile, sys, transpileModule } = require('typescript');
const { n8n } = require('./package.json');

/** What n8n loads, by its place below dist/ without the ending: it has the same place here. */
const ENTRIES = [...n8n.nodes, ...n8n.credentials].map((file) => file.slice('dist/'.length, -3));

/** As Prettier writes it, in its most compact style: nothing is renamed, and a line is still a statement. */
const STYLE = {
	useTabs: true,
	printWidth: 560,
	singleQuote: true,
	semi: false,
	trailingComma: 'none',
	bracketSpacing: false,
	arrowParens: 'avoid',
	objectWrap: 'collapse',
};

/**
 * The code: a file for each node and credential, and one for all that they share. As many files as there are modules would
 * be a quarter larger, and take n8n several times as long to load.
 */
async function code() {
	const { config } = readConfigFile('tsconfig.json', sys.readFile);
	const compilerOptions = { ...config.compilerOptions, module: 'es2022', removeComments: true };
	const entries = ENTRIES.map((entry) => path.resolve(`${entry}.ts`));
	const bundle = await rollup({
		input: Object.fromEntries(ENTRIES.map((entry, i) => [entry, entries[i]])),
		external: /^[^./]/,
		plugins: [
			{
				name: 'typescript',
				resolveId: (id, importer) => importer && id.startsWith('.') && sourceOf(id, importer),
				// Only a rule of the lint wants to have it said.
				transform: (source) =>
					transpileModule(source, { compilerOptions }).outputText.replace(
						/\breturn undefined;/g,
						'return;',
					),
			},
		],
		onwarn: ({ message }) => {
			throw new Error(message);
		},
	});
	await bundle.write({
		dir: 'dist',
		format: 'cjs',
		exports: 'named',
		esModule: false,
		generatedCode: { preset: 'es2015', symbols: false },
		hoistTransitiveImports: false,
		chunkFileNames: 'nodes/ContractManagement/[name].js',
		manualChunks: (id) => (entries.includes(id) ? undefined : 'shared'),
		onlyExplicitManualChunks: true,
		plugins: [{ name: 'style', renderChunk: styled }],
	});
}

function sourceOf(id, importer) {
	const file = path.resolve(path.dirname(importer), id);
	return [`${file}.ts`, path.join(file, 'index.ts')].find((source) => existsSync(source));
}

async function styled(chunk) {
	// No text in the sources goes over an empty line.
	const lines = chunk.replace(/\n{2,}/g, '\n');
	return { code: await prettier.format(lines, { ...STYLE, parser: 'babel' }), map: null };
}

/** What is no code: icons, codex files and output schemas, beside the code that n8n looks for them from. */
function assets() {
	return src(
		[
			// One folder in each: with several in one pattern gulp walks the whole repository, installed versions of n8n included.
			...['nodes', 'credentials', 'icons'].map((folder) => `${folder}/**/*.svg`),
			'nodes/**/*.node.json',
			'nodes/**/__schema__/**/*.json',
		],
		{ base: '.', encoding: false },
	).pipe(dest('dist'));
}

/** The output schemas and codex files without their indentation: only n8n reads them there. Version 1 has those of 1.1 but for its own. */
async function compact() {
	const schemas = 'dist/nodes/ContractManagement/__schema__';
	cpSync(`${schemas}/v1.1.0`, `${schemas}/v1.0.0`, { recursive: true, force: false });
	for (const name of readdirSync('dist', { recursive: true })) {
		if (!name.endsWith('.json')) continue;
		const file = path.join('dist', name);
		writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
	}
}

exports.code = code;
exports.assets = assets;
exports.default = parallel(code, series(assets, compact));
