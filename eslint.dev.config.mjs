import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** The code beside the package (sandbox, tests, benchmarks, scripts) may use Node's own API. */
export default tseslint.config(
	{ ignores: ['**/node_modules/**', '**/dist/**', '.data/**', '.cache/**'] },
	js.configs.recommended,
	...tseslint.configs.recommended,
	{
		files: ['**/*.{mts,mjs,js,ts}'],
		languageOptions: {
			globals: {
				process: 'readonly',
				console: 'readonly',
				Buffer: 'readonly',
				URL: 'readonly',
				URLSearchParams: 'readonly',
				fetch: 'readonly',
				setTimeout: 'readonly',
				clearTimeout: 'readonly',
				setInterval: 'readonly',
				clearInterval: 'readonly',
				AbortController: 'readonly',
				AbortSignal: 'readonly',
				performance: 'readonly',
				structuredClone: 'readonly',
			},
		},
		rules: {
			'no-undef': 'off',
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
			'prefer-const': 'error',
			eqeqeq: ['error', 'always', { null: 'ignore' }],
		},
	},
	{
		// Tests and their drivers read answers as they come: a wrong guess about one fails the test.
		files: ['test/**', 'host/lib/client/**'],
		rules: { '@typescript-eslint/no-explicit-any': 'off' },
	},
	{
		// Importing nock switches it on for every test file of the process; test/support/nock.mts ends it with the file.
		files: ['test/**'],
		ignores: ['test/support/nock.mts'],
		rules: { 'no-restricted-imports': ['error', 'nock'] },
	},
	{ files: ['**/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
