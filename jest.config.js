/**
 * Tests are `.mts` files under test/, compiled to CommonJS one by one (no type check here: `npm run typecheck` does that).
 * Imports: a `.mts` neighbour WITH its extension (`../support/sandbox.mts`), node code without (`../../nodes/…/retry`).
 * Run one suite under Node 24: node scripts/node24.mjs node_modules/jest/bin/jest.js --testPathPatterns PATH --selectProjects unit
 */
const transform = {
	'^.+\\.m?ts$': [
		'<rootDir>/test/support/transformMts.js',
		{
			tsconfig: {
				module: 'commonjs',
				moduleResolution: 'node10',
				target: 'es2022',
				lib: ['es2023'],
				esModuleInterop: true,
				resolveJsonModule: true,
				isolatedModules: true,
				sourceMap: true,
			},
		},
	],
};

/**
 * In CI a failed test of a suite with real processes runs once more, as a busy machine or n8n itself may be the reason.
 * Its first failure is printed, and the suite's last lines name it: it is a fault to be found all the same.
 */
const RETRIES = process.env.CI === 'true' ? 1 : 0;

/**
 * Globals that modules get as constants: in Jest's sandbox each look at a global costs more than what is done with it, and
 * half of a simulation's time is `Math.max`. Only those that no test, and no fake timer, replaces.
 */
const SANDBOX_GLOBALS = [
	'Array',
	'Infinity',
	'JSON',
	'Map',
	'Math',
	'Number',
	'Object',
	'Set',
	'String',
];

/** Modules that tests get as test/support makes them of the real ones. */
const MODULES = {
	'^fast-check$': '<rootDir>/test/support/fastCheck.js',
	'^typescript$': '<rootDir>/test/support/typescript.js',
};

/** One suite: the folder test/NAME with its own time limit in milliseconds, and the folder whose n8n it starts. */
function suite(
	name,
	testTimeoutMs,
	{ retries = RETRIES, host = 'host', modules = {}, ...more } = {},
) {
	return {
		displayName: name,
		rootDir: __dirname,
		roots: ['test', 'nodes', 'credentials', 'host/lib', 'sandbox', 'probe', 'scripts'].map(
			(folder) => `<rootDir>/${folder}`,
		),
		testMatch: [`<rootDir>/test/${name}/**/*.test.mts`],
		testEnvironment: 'node',
		moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'json', 'node'],
		transform,
		sandboxInjectedGlobals: SANDBOX_GLOBALS,
		moduleNameMapper: { ...MODULES, ...modules },
		globals: { testTimeoutMs, retries, host },
		setupFilesAfterEnv: ['<rootDir>/test/support/setup.js'],
		...more,
	};
}

const COMPLETELY = { branches: 100, functions: 100, lines: 100, statements: 100 };

module.exports = {
	// With --coverage, which `npm test` gives to the unit suite: everything that sends requests is covered.
	collectCoverageFrom: ['nodes/ContractManagement/transport/**/*.ts'],
	coverageThreshold: { './nodes/ContractManagement/transport/': COMPLETELY },
	coverageReporters: [['text', { skipFull: true }]],
	projects: [
		suite('unit', 60_000, {
			retries: 0,
			modules: { '^n8n-workflow$': '<rootDir>/test/support/n8nWorkflow.js' },
		}),
		suite('engine', 120_000, {
			setupFiles: ['<rootDir>/test/support/engineSetup.mts'],
			globalSetup: '<rootDir>/test/support/engineFolders.mts',
			globalTeardown: '<rootDir>/test/support/engineTeardown.mts',
			// n8n-core has a container of its own, and only that one knows its services.
			modules: {
				'^@n8n/di$': require.resolve('@n8n/di', { paths: [require.resolve('n8n-core')] }),
			},
		}),
		suite('sandbox', 120_000),
		suite('e2e', 600_000, {
			globalSetup: '<rootDir>/test/support/n8nSetup.mts',
			globalTeardown: '<rootDir>/test/support/n8nTeardown.mts',
		}),
		...['recipes', 'killed'].map((name) =>
			suite(name, 600_000, {
				globalSetup: '<rootDir>/test/support/n8nSetup.mts',
				globalTeardown: '<rootDir>/test/support/n8nTeardown.mts',
			}),
		),
		suite('versions', 900_000, {
			// The folder whose n8n is run: `npm run versions` sets it.
			host: process.env.N8N_UNDER_TEST ?? 'host/oldest',
			globalSetup: '<rootDir>/test/support/n8nSetup.mts',
			globalTeardown: '<rootDir>/test/support/n8nTeardown.mts',
		}),
		suite('browser', 900_000, { globalSetup: '<rootDir>/test/support/packageSetup.mts' }),
		suite('queue', 900_000, {
			globalSetup: '<rootDir>/test/support/queueSetup.mts',
			globalTeardown: '<rootDir>/test/support/queueTeardown.mts',
		}),
	],
};
