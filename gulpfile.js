const { dest, src } = require('gulp');

/** What tsc does not emit: icons, codex files and output schemas, beside the code that n8n looks for them from. */
function assets() {
	return src(
		['{nodes,credentials,icons}/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'],
		{ base: '.', encoding: false },
	).pipe(dest('dist'));
}

exports.assets = assets;
exports.default = assets;
