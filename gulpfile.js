const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { dest, series, src } = require('gulp');

/** What tsc does not emit: icons, codex files and output schemas, beside the code that n8n looks for them from. */
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

/** tsc indents with four spaces, which would be a tenth of the package: tabs, as in the sources. */
async function tabs() {
	rewrite('.js', (code) =>
		code.replace(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4)),
	);
}

/** What tsc begins each file with, in its short form, as tsc itself writes it for older targets: there are 200 files. */
async function markers() {
	rewrite('.js', (code) =>
		code.replace(
			/^Object\.defineProperty\(exports, "__esModule", \{ value: true \}\);$/m,
			'exports.__esModule = true;',
		),
	);
}

/** The output schemas and codex files without their indentation: only n8n reads them there. */
async function compact() {
	rewrite('.json', (text) => JSON.stringify(JSON.parse(text)));
}

function rewrite(ending, change) {
	for (const name of readdirSync('dist', { recursive: true })) {
		if (!name.endsWith(ending)) continue;
		const file = path.join('dist', name);
		writeFileSync(file, change(readFileSync(file, 'utf8')));
	}
}

exports.assets = assets;
exports.default = series(assets, tabs, markers, compact);
