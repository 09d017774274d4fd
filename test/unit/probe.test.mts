import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Type } from '@sinclair/typebox';
import { learnForm } from '../../probe/checks/forms.mts';
import type { Client } from '../../probe/client.mts';
import { apiKey } from '../../probe/key.mts';
import { redacted } from '../../probe/redact.mts';
import { Service } from '../../probe/service.mts';
import { additions, departures } from '../../probe/shape.mts';

test('a typed key is not shown', async () => {
	const input = Object.assign(new PassThrough(), { isTTY: true });
	const output = new PassThrough();
	const shown = text(output);
	const key = apiKey({}, { input, output });
	input.write('my-secret-key\r');
	expect(await key).toBe('my-secret-key');
	output.end();
	expect(await shown).toBe('API key (not shown): \n');
});

test('Ctrl-C ends the question with a sentence', async () => {
	const input = Object.assign(new PassThrough(), { isTTY: true });
	const key = apiKey({}, { input, output: new PassThrough() });
	input.write('\x03');
	await expect(key).rejects.toThrow('No key was typed.');
});

test('a key in the environment is used without asking', async () => {
	const input = Object.assign(new PassThrough(), { isTTY: true });
	const environment = { CONTRACT_MANAGEMENT_API_KEY: ' from-environment\n' };
	expect(await apiKey(environment, { input, output: new PassThrough() })).toBe('from-environment');
});

test.each([
	['the key itself', 'key s3cret+key!', 'key <secret>'],
	['an e-mail address', 'by ann.lee+x@mail.example.co', 'by <email>'],
	['an id', 'contract_3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718', 'contract_<id>'],
	['an address', 'see https://files.example.com/a?sig=1 now', 'see <address> now'],
	['a token', `token ${'aB3'.repeat(12)}`, 'token <long value>'],
])('%s is left out of what is printed', (_what, line, expected) => {
	expect(redacted(line, ['s3cret+key!'])).toBe(expected);
});

describe('differences to a schema', () => {
	const schema = Type.Object({
		id: Type.String(),
		rows: Type.Array(Type.Object({ value: Type.Number() })),
	});

	test('are told by place and type, never by value', () => {
		const found = departures(schema, { id: 7, rows: [{ value: 'Ann Lee' }, {}] });
		expect(found).toEqual([
			'id: number, expected string',
			'rows[].value: string, expected number',
			'rows[].value: missing',
		]);
	});

	test('what the schema does not know is named, unless people may have named it', () => {
		const value = { id: 'a', rows: [], archivedAt: null, 'Ann Lee': 1, '3f2a': 2 };
		expect(additions(schema, value)).toEqual(['archivedAt', '<name>', '<name>']);
	});
});

const ID = '11111111-1111-4111-8111-111111111111';

test.each([
	['the only id', { key: ID, name: 'A' }, { 'creation-form-field-id': 'key' }],
	['the only text', { id: ID, tag: 'A' }, { 'creation-form-field-name': 'tag' }],
	['called mandatory', { id: ID, name: 'A', mandatory: true }, { 'field-required': 'mandatory' }],
	['called hint', { id: ID, name: 'A', hint: null }, { 'field-help-text': 'hint' }],
	['the only boolean, which may mean anything', { id: ID, name: 'A', isReadOnly: false }, {}],
	['the only text beside the name', { id: ID, name: 'A', section: 'Terms' }, {}],
])('what a property of a form means where it is %s', (_what, field, found) => {
	const service = new Service({} as Client, {}, false);
	learnForm(service, { fields: [{ type: 'text', ...field }] });
	expect(service.profile).toEqual(found);
});
