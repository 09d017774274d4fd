import { execFile } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { codeBlocks, document } from '../support/documents.mts';

const run = promisify(execFile);
const PAGE = 'docs/architecture.md';
const OPERATION = 'counterparty.archive';

/** The files with tests of the operation, which run in one go: most of it is their start. */
const FILES = [
	'operations',
	'operations.sandbox',
	'faults',
	'identifiers',
	'ownService',
	'readAfterWrite',
];

/** The whole repository, without what is built and installed. */
let copy: string;
/** What passed, in each of the files. */
let passedIn: Map<string, string[]>;

beforeAll(async () => {
	copy = mkdtempSync(path.join(tmpdir(), 'adding-an-operation-'));
	const generated = /(^|\/)(node_modules|dist|\.git|\.cache|\.data|coverage)$/;
	cpSync('.', copy, { recursive: true, filter: (source) => !generated.test(source) });
	symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
	await followThePage();
	passedIn = await passedTests(
		'engine',
		`engine/(${FILES.join('|')})\\.test`,
		`${OPERATION}|matrix|all operations|readers`,
	);
}, 1_800_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('the operation of docs/architecture.md compiles and passes n8n’s lint', async () => {
	await tool('typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit');
	await tool('eslint/bin/eslint.js', 'nodes/ContractManagement/operations/counterparty');
}, 600_000);

test('it runs in n8n, against recorded answers and against the sandbox', () => {
	const files = ['operations', 'operations.sandbox'];
	expect(files.flatMap((file) => passedIn.get(file)!).sort()).toEqual([
		'counterparty.archive has an output schema',
		'counterparty.archive is in the table',
		'counterparty.archive sets the status of each counterparty, and nothing else sends exactly these requests, and links each item to its input',
		'counterparty.archive sets the status of each counterparty, and nothing else with the sandbox as the service',
	]);
});

test('each fault comes out as the page says', () => {
	const passed = passedIn.get('faults');
	expect(passed).toContain('every operation of the node is in the matrix');
	expect(passed).toContain('counterparty.archive PATCH /counterparties/:id after 503: again');
});

test('its output schema is that of the operation with the same answer', () => {
	const [update, archive] = ['update', 'archive'].map((name) =>
		readFileSync(
			path.join(copy, `nodes/ContractManagement/__schema__/v1.1.0/counterparty/${name}.json`),
			'utf8',
		),
	);
	expect(JSON.parse(archive)).toEqual(JSON.parse(update));
});

test('it works on a service of another maker, as the others do', () => {
	expect(passedIn.get('ownService')).toEqual([
		'these are all operations',
		'counterparty.archive works by the saved profile',
	]);
});

test('it refuses what is no id before any request, without a line of its own for that', () => {
	expect(passedIn.get('identifiers')!.length).toBeGreaterThan(5);
});

test('whoever reads a counterparty in the same execution sees that it is archived', () => {
	expect(passedIn.get('readAfterWrite')!.length).toBeGreaterThan(5);
});

test('its texts are as those of the others', async () => {
	const passed = await passedTests('unit', 'unit/descriptions', '');
	expect(passed.get('descriptions')).toContain(
		'no two operations have the same action or description',
	);
}, 600_000);

test('the README lists it once the docs are written anew', async () => {
	await passedTests('unit', 'unit/docs.test', 'the README lists exactly the operations');
	expect(readFileSync(path.join(copy, 'README.md'), 'utf8')).toMatch(
		/^\| Counterparty \| Archive \| Set the status of a counterparty to archived: /m,
	);
}, 600_000);

/** Writes the page's files, applies its diffs, runs its shell commands, in the order of the page; nothing else is done. */
async function followThePage(): Promise<void> {
	const steps = codeBlocks(document(PAGE)).filter(({ info }) => info !== '');
	expect(steps.map(({ info }) => info.split(' ')[0])).toEqual(['ts', 'diff', 'diff', 'diff']);
	for (const { info, code } of steps) {
		const [kind, file] = info.split(' ') as [string, string?];
		if (kind === 'ts') write(file!, code);
		if (kind === 'diff') await apply(code);
	}
}

function write(file: string, code: string): void {
	const target = path.join(copy, file);
	expect(existsSync(target)).toBe(false);
	mkdirSync(path.dirname(target), { recursive: true });
	writeFileSync(target, code);
}

async function apply(diff: string): Promise<void> {
	const file = path.join(copy, 'step.diff');
	writeFileSync(file, diff);
	await run('git', ['apply', file], { cwd: copy });
	rmSync(file);
}

/** Full names of the tests of the copy that match and passed, by their file; a failed one is thrown with jest's output. */
async function passedTests(
	project: string,
	pattern: string,
	name: string,
): Promise<Map<string, string[]>> {
	const options = [
		'--selectProjects',
		project,
		'--testPathPatterns',
		pattern,
		'-t',
		name,
		'--json',
	];
	const { stdout } = await tool('jest/bin/jest.js', ...options);
	const { testResults } = JSON.parse(stdout) as {
		testResults: Array<{
			name: string;
			assertionResults: Array<{ fullName: string; status: string }>;
		}>;
	};
	const passed = testResults.map(({ name, assertionResults }) => {
		const those = assertionResults.filter(({ status }) => status === 'passed');
		return [path.basename(name, '.test.mts'), those.map(({ fullName }) => fullName)] as const;
	});
	return new Map(passed);
}

async function tool(script: string, ...args: string[]) {
	const env = { ...process.env, UPDATE_DOCS: '1', ONLY_OPERATION: OPERATION };
	const options = { cwd: copy, env, maxBuffer: 64 * 1024 * 1024 };
	try {
		return await run(process.execPath, [path.join('node_modules', script), ...args], options);
	} catch (error) {
		const { stdout, stderr } = error as { stdout: string; stderr: string };
		throw new Error(`${script} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
	}
}
