const { default: tsJest } = require('ts-jest');

/**
 * ts-jest for `.mts` tests that run as CommonJS. TypeScript emits a file named `.mts` as an ES module whatever the
 * options say, so ts-jest is shown the name with `.ts`; the source map keeps the real name, for stack traces.
 */
exports.createTransformer = (options) => {
	const inner = tsJest.createTransformer(options);
	const asTs = (file) => file.replace(/\.mts$/, '.ts');
	return {
		process(source, file, context) {
			return withRealName(inner.process(source, asTs(file), context), file);
		},
		getCacheKey(source, file, context) {
			return inner.getCacheKey(source, file, context);
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
