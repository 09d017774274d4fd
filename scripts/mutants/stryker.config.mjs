/**
 * Changes the code in many small ways, and looks whether a unit test fails each time. From the repository's root, for the
 * files of nodes/ that were changed since COMMIT:
 *
 *     npm ci --prefix scripts/mutants
 *     node scripts/mutants/node_modules/@stryker-mutator/core/bin/stryker.js run scripts/mutants/stryker.config.mjs --mutate "$(git diff --name-only --diff-filter=d COMMIT -- nodes | paste -sd,)"
 */
import jest from '../../jest.config.js';

const unit = jest.projects.find(({ displayName }) => displayName === 'unit');

export default {
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	jest: {
		projectType: 'custom',
		enableFindRelatedTests: true,
		config: {
			...unit,
			projects: [],
			rootDir: '.',
			// They read the code as text, into which Stryker writes all its changes.
			testPathIgnorePatterns: [
				'unit/(regularExpressions|structure|docs|descriptions|host|recipes)',
			],
		},
	},
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	// Other words are no other behavior.
	mutator: { excludedMutations: ['StringLiteral'] },
	reporters: ['clear-text'],
	clearTextReporter: { allowEmojis: false, logTests: false },
	tempDirName: '.cache/stryker',
	ignorePatterns: ['.cache', 'host', '!host/lib', 'scripts/mutants/node_modules', 'bench', 'docs'],
	dryRunTimeoutMinutes: 30,
	allowEmpty: true,
};
