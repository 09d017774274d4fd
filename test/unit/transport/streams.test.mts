import { Readable } from 'node:stream';
import { withJson } from '../../../nodes/ContractManagement/transport/json';
import { asText, type FileStream } from '../../../nodes/ContractManagement/transport/streams';

const read = async (bytes: Buffer, type?: string) =>
	await asText(Readable.from([bytes]) as FileStream, {
		status: 200,
		headers: type === undefined ? {} : { 'content-type': type },
		body: undefined,
	});

const bodyOf = (body: string) => withJson({ status: 200, headers: {}, body }).body;

test.each([
	[undefined, 'utf8'],
	['application/json', 'utf8'],
	['application/json; charset=utf-8', 'utf8'],
	['application/json; charset=klingon', 'utf8'],
	['application/json;charset="ISO-8859-1"', 'latin1'],
	['text/plain; format=flowed; Charset=windows-1252', 'latin1'],
	['application/json; charset=UTF-16LE', 'utf16le'],
] as const)('a body of %s is read as %s', async (type, encoding) => {
	expect(await read(Buffer.from('Müller', encoding), type)).toBe('Müller');
});

test.each([
	['9007199254740993', '9007199254740993'],
	['-12345678901234567890', '-12345678901234567890'],
	['9007199254740991', 9_007_199_254_740_991],
	['1234567890123456.5', 1_234_567_890_123_456.5],
	['1234567890123456e9', 1_234_567_890_123_456e9],
	['"1234567890123456789"', '1234567890123456789'],
])('of %s in JSON no digit is lost', (written, read) => {
	expect(bodyOf(`{"id": [${written}], "other": {"size": 1, "none": null}}`)).toEqual({
		id: [read],
		other: { size: 1, none: null },
	});
});

test('text that is no JSON stays text', () => expect(bodyOf('<html>')).toBe('<html>'));
