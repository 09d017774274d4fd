import path from 'node:path';
import { readOptions, UsageError } from '../../../host/lib/options.mts';

test('the defaults are the ports and the folder of the README', () => {
	const ports = { port: 5678, sandboxPort: 4010, crmPort: 4011, mailPort: 4012, storagePort: 4013 };
	expect(readOptions([])).toEqual({ ...ports, data: path.resolve('.data') });
});

test('reads every option', () => {
	const args = [
		'--port',
		'1',
		'--sandbox-port=65535',
		'--crm-port',
		'2',
		'--mail-port=3',
		'--storage-port=4',
		'--data',
		'/x/y',
	];
	const ports = { port: 1, sandboxPort: 65_535, crmPort: 2, mailPort: 3, storagePort: 4 };
	expect(readOptions(args)).toEqual({ ...ports, data: path.resolve('/x/y') });
});

test.each(['--help', '-h'])('%s asks for help', (help) => {
	expect(readOptions([help])).toBeUndefined();
});

test.each(['0', '65536', '-1', '80.5', 'abc', ''])('refuses the port "%s" and says so', (port) => {
	expect(() => readOptions([`--port=${port}`])).toThrow(UsageError);
	expect(() => readOptions([`--port=${port}`])).toThrow(`not "${port}"`);
});

test('refuses a folder with an apostrophe, at which n8n breaks', () => {
	expect(() => readOptions(['--data', "/tmp/Ann's"])).toThrow(UsageError);
	expect(() => readOptions(['--data', "/tmp/Ann's"])).toThrow('--data takes a folder without an');
});

test('takes a profile that is there, and says so where there is none', () => {
	const profile = path.join('package.json');
	expect(readOptions(['--profile', profile])).toMatchObject({ profile: path.resolve(profile) });
	expect(() => readOptions(['--profile', 'no.json'])).toThrow('there is no "no.json"');
});

test.each([[['--prot', '1']], [['somewhere']], [['--port']]])('refuses %j', (args) => {
	expect(() => readOptions(args)).toThrow(UsageError);
});
