const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');

/** What is compiled otherwise where it changes, beside the file itself and Jest's configuration. */
const COMPILER = [
	readFileSync(__filename, 'utf8'),
	require('ts-jest/package.json').version,
	require('typescript/package.json').version,
].join('\0');

/**
 * ts-jest for `.mts` tests that run as CommonJS. TypeScript emits a file named `.mts` as an ES module whatever the
 * options say, so ts-jest is shown the name with `.ts`; the source map keeps the real name, for stack traces.
 * It is loaded where something is to be compiled only: TypeScript takes longer to load than most test files to run.
 */
exports.createTransformer = (options) => {
	let inner;
	const asTs = (file) => file.replace(/\.mts$/, '.ts');
	return {
		process(source, file, context) {
			inner ??= require('ts-jest').default.createTransformer(options);
			return withRealName(inner.process(source, asTs(file), context), file);
		},
		getCacheKey(source, file, { configString, instrument }) {
			const parts = [COMPILER, configString, String(instrument), file, source];
			return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);
		},
	};
};

function withRealName({ code }, file) {
	return {
		code: code.replace(/(sourceMappingURL=\S+;base64,)(\S+)/, (_, prefix, encoded) => {
			const map = JSON.parse(Buffer.from(encoded, 'base64').toString());
			const renamed = JSON.stringify({ ...map, file, sources: [file] });
			return prefix + Buffer.from(renamed).toString('base64');
		}),
	};
}
