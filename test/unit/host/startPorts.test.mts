import { commandOf, readOptions, UsageError } from '../../../host/lib/options.mts';
import { freePort } from '../../../host/lib/ports.mts';
import { checkPorts } from '../../../host/lib/startPorts.mts';
import { localServer } from '../../support/localServer.mts';

/** Options with these ports in the order of the usage. */
function optionsOf(ports: number[], more: string[] = []) {
	const names = ['port', 'sandbox-port', 'crm-port', 'mail-port', 'storage-port'];
	return readOptions([...names.map((name, index) => `--${name}=${ports[index]}`), ...more])!;
}

async function freePorts(count: number): Promise<number[]> {
	return await Promise.all(Array.from({ length: count }, freePort));
}

test('the command for a taken port has a free one that none of the others has, and all other options', async () => {
	const { port: taken, close } = await localServer((_request, response) => response.end());
	const [n8n, mail, storage] = (await freePorts(3)) as [number, number, number];
	const options = optionsOf([n8n, taken, taken + 1, mail, storage], ['--data', '/tmp/my data']);
	const error: Error = await checkPorts(options).then(
		() => expect(true).toBe(false),
		(reason) => reason,
	);
	close();
	const [sentence, command] = error.message.split('\n');
	expect(sentence).toBe(
		`Port ${taken} is in use by another program: choose another one for the sandbox.`,
	);
	const given = /--sandbox-port (\d+)/.exec(command!)!;
	expect(Number(given[1])).toBeGreaterThan(taken + 1);
	expect(command).toBe(
		`npm start -- --port ${n8n} --sandbox-port ${given[1]} --crm-port ${taken + 1} --mail-port ${mail} --storage-port ${storage} --data '/tmp/my data'`,
	);
});

test('ports that are free are left as they are', async () => {
	await expect(checkPorts(optionsOf(await freePorts(5)))).resolves.toBeUndefined();
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
