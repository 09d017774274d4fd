import { Readable } from 'node:stream';
import {
	asText,
	type FileStream,
	withJson,
} from '../../../nodes/ContractManagement/transport/streams';

test('a body is read as UTF-8, without a byte order mark', async () => {
	const body = Readable.from([Buffer.from('\uFEFFMü'), Buffer.from('ller')]) as FileStream;
	expect(await asText(body)).toBe('Müller');
});

test('text that is no JSON stays text', () => {
	const bodyOf = (body: string) => withJson({ status: 200, headers: {}, body }).body;
	expect(bodyOf('<html>')).toBe('<html>');
	expect(bodyOf('{"a": 1}')).toEqual({ a: 1 });
});
