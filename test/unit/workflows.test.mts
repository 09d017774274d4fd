import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join('.github', 'workflows');

interface Job {
	name: string;
	text: string;
}

const workflows = readdirSync(FOLDER).map((file) => {
	const text = readFileSync(path.join(FOLDER, file), 'utf8');
	return { file, text, jobs: jobsOf(text) };
});
const jobs = workflows.flatMap(({ file, jobs }) => jobs.map((job) => ({ file, ...job })));
const publishing = jobs.filter(({ text }) => text.includes('id-token'));
const publish = publishing[0]!;
const textOf = (name: string) => workflows.find(({ file }) => file === name)!.text;
const ci = textOf('ci.yml');
const nightly = textOf('nightly.yml');
const local = readFileSync(path.join('.ci', 'run'), 'utf8');

test('there are workflows with jobs to look at', () => {
	expect(jobs.map(({ file, name }) => `${file} ${name}`)).toEqual([
		'ci.yml static',
		'ci.yml fast',
		'ci.yml node22',
		'ci.yml n8n',
		'ci.yml ci',
		'nightly.yml longer',
		'nightly.yml mutants',
		'publish.yml longer',
		'publish.yml build',
		'publish.yml publish',
		'versions.yml versions',
		'versions.yml report',
	]);
});

test('every suite runs on each pull request, or every night and before a release, in jobs beside each other', () => {
	expect(ci).toMatch(/^ {2}pull_request:$/m);
	expect(nightly).toMatch(/^ {2}schedule:\n.*\n {2}workflow_call:$/m);
	expect(textOf('publish.yml')).toMatch(/nightly\.yml\n {2}build:\n {4}needs: longer$/m);
	const suites = [ci, nightly].map((text) =>
		[...text.matchAll(/^ {8}suite: \[(.+)\]$/gm)].flatMap(([, list]) => list!.split(', ')),
	);
	const longer = readFileSync('scripts/lib/suites.mjs', 'utf8').matchAll(
		/^\t(\w+): .*longer: true/gm,
	);
	expect(suites[1]).toEqual([...longer].map(([, name]) => name));
	expect(suites.flat().toSorted()).toEqual(
		readdirSync('test')
			.filter((folder) => folder !== 'support')
			// It runs in any version of n8n; the suite of that name takes the oldest.
			.map((folder) => (folder === 'versions' ? 'oldest' : folder))
			.toSorted(),
	);
	const waiting = jobs.filter(({ file, text }) => file === 'ci.yml' && /^ {4}needs:/m.test(text));
	expect(waiting.map(({ name }) => name)).toEqual(['ci']);
});

test('the packed sandbox is tested with the oldest Node that its package promises', () => {
	const { engines } = JSON.parse(readFileSync(path.join('sandbox', 'package.json'), 'utf8'));
	const { text } = jobs.find(({ name }) => name === 'node22')!;
	const [, version] = /node-version: (\d+\.\d+)\.\d+$/m.exec(text)!;
	expect(engines.node).toBe(`>=${version}`);
	const [, pattern] = /--testPathPatterns (\S+)$/m.exec(runsOf(text).join('\n'))!;
	expect(readdirSync('test/sandbox').map((file) => `sandbox/${file}`)).toContain(
		`${pattern}.test.mts`,
	);
});

test('what .ci/run checks without tests is checked in the job static', () => {
	const { text } = jobs.find(({ name }) => name === 'static')!;
	const steps = [...local.matchAll(/step '\w[\w ]*' ((?:npm run|node) .*?)(?:; then)?$/gm)];
	const commands = steps.map(([, command]) => command!.replace('--silent ', ''));
	expect(commands.length).toBeGreaterThan(5);
	expect(commands.filter((command) => !runsOf(text).includes(command))).toEqual([]);
});

test('one job needs all others, and fails when one of them fails, is cancelled or is skipped', () => {
	const others = jobs.filter(({ file, name }) => file === 'ci.yml' && name !== 'ci');
	const { text } = jobs.find(({ name }) => name === 'ci')!;
	expect(text).toContain(`needs: [${others.map(({ name }) => name).join(', ')}]`);
	expect(text).toContain('if: always()');
	const [command] = runsOf(text);
	const passes = (RESULTS: string) =>
		spawnSync('bash', ['-c', command!], { env: { PATH: process.env.PATH, RESULTS } }).status === 0;
	expect(passes('success success success')).toBe(true);
	for (const result of ['failure', 'cancelled', 'skipped']) {
		expect(passes(`success ${result} success`)).toBe(false);
	}
	expect(passes('')).toBe(false);
});

test('every action is pinned to a commit, with its version beside it', () => {
	const uses = workflows.flatMap(({ text }) => text.match(/^.*\buses: (?!\.\/).*$/gm) ?? []);
	expect(uses.length).toBeGreaterThan(5);
	for (const line of uses) {
		expect(line).toMatch(/^ +(- )?uses: [\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	}
	const commits = uses.map((line) => /uses: (\S+)@(\S+) # (\S+)/.exec(line)!.slice(1).join(' '));
	const actions = new Set(commits.map((commit) => commit.split(' ')[0]));
	expect(new Set(commits).size).toBe(actions.size);
});

test('a job has the permissions that it names and no others', () => {
	for (const { text } of workflows) expect(text).toMatch(/^permissions: \{\}$/m);
	expect(jobs.map(({ name, text }) => [name, permissionsOf(text)])).toEqual([
		['static', ['contents: read']],
		['fast', ['contents: read']],
		['node22', ['contents: read']],
		['n8n', ['contents: read']],
		['ci', ['{}']],
		['longer', ['contents: read']],
		['mutants', ['contents: read']],
		['longer', ['contents: read']],
		['build', ['contents: read']],
		['publish', ['id-token: write']],
		['versions', ['contents: read']],
		['report', ['issues: write']],
	]);
});

test('what is packed or published by hand is built before', () => {
	const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
	expect(scripts).toMatchObject({ prepack: 'npm run build' });
	expect(readFileSync('.npmrc', 'utf8')).toContain('--ignore-scripts=false');
});

test('what may publish runs nothing of this repository or of its dependencies', () => {
	expect(publishing.map(({ name }) => name)).toEqual(['publish']);
	const { text } = publish;
	const actions = [...text.matchAll(/uses: (\S+)@/g)].map(([, action]) => action);
	expect(actions.toSorted()).toEqual(['actions/download-artifact', 'actions/setup-node']);
	expect(text).toContain('package-manager-cache: false');
	expect(
		runsOf(text).map((run) =>
			run.replace(/^npm view "[\w-]+@\$GITHUB_REF_NAME" version \| grep \. \|\| /, ''),
		),
	).toEqual([
		'echo "$SHA256  $TARBALL" | sha256sum --check --strict',
		'echo "$SHA256  $SANDBOX" | sha256sum --check --strict',
		'npm publish "./$TARBALL" --ignore-scripts --provenance --access public',
		'npm publish "./$SANDBOX" --ignore-scripts --provenance --access public',
	]);
});

test('a release of which a half is published already is finished by running the job again', () => {
	/** The arguments of npm where it shows these packages. */
	const published = (...shown: string[]) => {
		const npm = `npm() { case "$1 $2" in ${['none', ...shown].map((name) => `"view ${name}@1.2.3"`).join('|')}) echo 1.2.3;; publish*) echo "$@";; *) return 1;; esac; }`;
		const env = { PATH: process.env.PATH, GITHUB_REF_NAME: '1.2.3', TARBALL: 'n', SANDBOX: 's' };
		const commands = runsOf(publish.text).filter((run) => run.includes('npm publish'));
		return commands.map((command) => {
			const { stdout, status } = spawnSync('bash', ['-ec', `${npm}\n${command}`], { env });
			return [status, String(stdout).split(' ')[1]];
		});
	};
	expect(published()).toEqual([
		[0, './n'],
		[0, './s'],
	]);
	const nodes = 'n8n-nodes-contract-management';
	expect(published(nodes)).toEqual([
		[0, undefined],
		[0, './s'],
	]);
	expect(published(nodes, 'contract-management-sandbox')).toEqual([
		[0, undefined],
		[0, undefined],
	]);
});

test('what is published is the tarball of the job that builds and tests', () => {
	const { text } = publish;
	expect(text).toContain('needs: build');
	expect(text).toContain('SHA256: ${{ needs.build.outputs.sha256 }}');
	expect(text).toContain('SHA256: ${{ needs.build.outputs.sandbox }}');
	const build = jobs.find(({ name }) => name === 'build')!;
	const checked = runsOf(build.text).findIndex((run) => run.includes('checkPackage.mts release'));
	const summed = runsOf(build.text).findIndex((run) => run.includes('sha256sum release/n8n-*.tgz'));
	const packed = runsOf(build.text).indexOf(
		'npm pack ./sandbox --ignore-scripts=false --pack-destination release',
	);
	const sandboxSummed = runsOf(build.text).findIndex((run) =>
		run.includes('sha256sum release/contract-*.tgz'),
	);
	expect(packed).toBeGreaterThan(runsOf(build.text).indexOf('npm test -- unit'));
	expect(sandboxSummed).toBeGreaterThan(packed);
	expect(checked).toBeGreaterThan(runsOf(build.text).indexOf('npm test -- unit'));
	expect(summed).toBeGreaterThan(checked);
	expect(build.text).toContain('path: release/*.tgz');
});

test('no command is made of what others may name, and no token stays in the checkout', () => {
	for (const { text } of jobs) {
		expect(runsOf(text).filter((run) => run.includes('${{'))).toEqual([]);
		const checkouts = text.match(/actions\/checkout@/g) ?? [];
		expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(checkouts.length);
	}
	for (const { text } of workflows) expect(text).not.toMatch(/secrets\.|pull_request_target/);
});

/** The jobs of a workflow: what is indented below a name of two spaces. */
function jobsOf(text: string): Job[] {
	const body = text.slice(text.search(/^jobs:$/m) + 'jobs:\n'.length);
	return body
		.split(/^ {2}(?=\w)/m)
		.slice(1)
		.map((job) => ({ name: job.slice(0, job.indexOf(':')), text: job }));
}

function permissionsOf(text: string): string[] {
	const [, block = ''] = /^ {4}permissions:[ \n]((?: {6}.*\n)+|\{\}$)/m.exec(text) ?? [];
	return block.trim().split(/\n +/);
}

/** The commands of a job, one text per step. */
function runsOf(text: string): string[] {
	return [...text.matchAll(/^ +(?:- )?run: (?:\|\n((?: {10}.*\n)+)|(.*))$/gm)].map(
		([, block, line]) => (block ?? line!).trim(),
	);
}
