import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandOf, readOptions, UsageError } from '../../../host/lib/options.mts';
import { freePort } from '../../../host/lib/ports.mts';
import { reserve } from '../../../host/lib/startChecks.mts';
import { localServer } from '../../support/localServer.mts';

const root = mkdtempSync(path.join(tmpdir(), 'start-'));
const others: ChildProcess[] = [];
afterAll(() => {
	for (const other of others) other.kill('SIGKILL');
	rmSync(root, { recursive: true, force: true });
});

/** Options with these ports in the order of the usage. */
function optionsOf(ports: number[], more: string[] = []) {
	const names = ['port', 'sandbox-port', 'crm-port', 'mail-port', 'storage-port'];
	return readOptions([...names.map((name, index) => `--${name}=${ports[index]}`), ...more])!;
}

async function freePorts(count: number): Promise<number[]> {
	return await Promise.all(Array.from({ length: count }, freePort));
}

async function reasonOf(options: ReturnType<typeof optionsOf>): Promise<string> {
	return await reserve(options).then(
		() => 'nothing is in the way',
		(error: Error) => error.message,
	);
}

/** Another process that has reserved the folder, until it is killed. */
async function userOf(folder: string): Promise<ChildProcess> {
	const ports = JSON.stringify(await freePorts(5));
	const [checks, options] = ['startChecks', 'options'].map((name) =>
		pathToFileURL(path.resolve('host', 'lib', `${name}.mts`)),
	);
	const code = `
		import { readOptions } from '${options}';
		import { reserve } from '${checks}';
		const [port, sandboxPort, crmPort, mailPort, storagePort] = ${ports};
		const ports = { port, sandboxPort, crmPort, mailPort, storagePort };
		await reserve({ ...readOptions(['--data', process.argv[1]]), ...ports });
		console.log('reserved');
		setInterval(() => {}, 1000);`;
	const args = ['--input-type=module', '--eval', code, folder];
	const other = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	others.push(other);
	await Promise.race([once(other.stdout, 'data'), once(other, 'exit')]);
	return other;
}

async function killed(process: ChildProcess): Promise<void> {
	process.kill('SIGKILL');
	await once(process, 'exit');
}

/** What is said where the sandbox's port is taken, and the CRM is to have the next one. */
async function aboutTakenPort() {
	const { port: taken, close } = await localServer((_request, response) => response.end());
	const data = path.join(root, `my data ${taken}`);
	try {
		const [n8n, mail, storage] = (await freePorts(3)) as [number, number, number];
		const options = optionsOf([n8n, taken, taken + 1, mail, storage], ['--data', data]);
		const [sentence, command = ''] = (await reasonOf(options)).split('\n');
		return { taken, data, n8n, mail, storage, sentence, command };
	} finally {
		close();
	}
}

test('the command for a taken port has a free one that none of the others has, and all other options', async () => {
	let said = await aboutTakenPort();
	// Another test may have the next port: then it is tried with others.
	for (
		let tries = 0;
		tries < 20 && !said.command.includes(`--crm-port ${said.taken + 1} `);
		tries++
	)
		said = await aboutTakenPort();
	const { taken, data, n8n, mail, storage, sentence, command } = said;
	expect(sentence).toBe(
		`Port ${taken} is in use by another program: choose another one for the sandbox.`,
	);
	const given = /--sandbox-port (\d+)/.exec(command)!;
	expect(Number(given[1])).toBeGreaterThan(taken + 1);
	expect(command).toBe(
		`npm start -- --port ${n8n} --sandbox-port ${given[1]} --crm-port ${taken + 1} --mail-port ${mail} --storage-port ${storage} --data '${data}'`,
	);
});

test('a port at which another program answers browsers that ask localhost is in use', async () => {
	const ports = await freePorts(5);
	const other = createServer().listen(ports[0], '::1');
	// A machine may have no IPv6.
	const isThere = await once(other, 'listening').then(
		() => true,
		() => false,
	);
	const reason = await reasonOf(optionsOf(ports, ['--data', path.join(root, 'localhost')]));
	other.close();
	expect(reason.startsWith(`Port ${ports[0]} is in use by another program: `)).toBe(isThere);
});

test('ports that are free are left as they are, as is a folder that nobody uses', async () => {
	const options = optionsOf(await freePorts(5), ['--data', path.join(root, 'free')]);
	await expect(reserve(options)).resolves.toBeUndefined();
});

test('a folder that another one uses is refused at once, also where all ports are free, with a command that has another folder', async () => {
	const data = path.join(root, 'used');
	await userOf(data);
	mkdirSync(`${data}-2`);
	await userOf(`${data}-3`);
	const ports = await freePorts(5);
	const [sentence, command] = (await reasonOf(optionsOf(ports, ['--data', data]))).split('\n');
	expect(sentence).toBe(
		`Another npm start uses the data folder ${data}: stop it, or choose another folder with --data.`,
	);
	expect(command).toContain(`npm start -- --port ${ports[0]} `);
	expect(command!.endsWith(` --data ${data}-4`)).toBe(true);
});

test('the folder of one that was killed is free, and is what the command for another folder has', async () => {
	const data = path.join(root, 'killed');
	const [user, other] = await Promise.all([userOf(data), userOf(`${data}-2`)]);
	await killed(other);
	const reason = await reasonOf(optionsOf(await freePorts(5), ['--data', data]));
	expect(reason.endsWith(` --data ${data}-2`)).toBe(true);

	await killed(user);
	expect(await reasonOf(optionsOf(await freePorts(5), ['--data', data]))).toBe(
		'nothing is in the way',
	);
});

test('a command has only what is not so by default', () => {
	expect(commandOf(readOptions([])!)).toBe('npm start --');
	expect(commandOf(readOptions(['--mail-port=99'])!)).toBe('npm start -- --mail-port 99');
});

test.each([
	[
		['--sandbox-port', '4011'],
		"--sandbox-port and --crm-port are both 4011: the sandbox and the CRM's database need a port each",
	],
	[
		['--port=4013'],
		'--port and --storage-port are both 4013: n8n and the object storage need a port each',
	],
])('two equal ports are refused: %j', (args, message) => {
	expect(() => readOptions(args)).toThrow(UsageError);
	expect(() => readOptions(args)).toThrow(message);
});
