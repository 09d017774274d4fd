import { createHash } from 'node:crypto';
import { startTestStorage, type Storage } from '../../support/storage.mts';

let storage: Storage;

beforeEach(async () => {
	storage = await startTestStorage();
});

afterEach(async () => await storage.stop());

/** Sends a request as it is, as a client of S3 does that signs it. */
async function ask(method: string, target: string, body?: string, headers = {}) {
	const { endpoint, accessKeyId } = storage.account;
	const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/us-east-1/s3/aws4_request`;
	const answer = await fetch(endpoint + target, {
		method,
		body,
		headers: { authorization, ...headers },
	});
	return { status: answer.status, text: await answer.text() };
}

test('stores an object with its tags, lists it and gives it back', async () => {
	const md5 = createHash('md5').update('%PDF').digest('base64');
	const headers = { 'content-md5': md5, 'x-amz-tagging': 'retention=10-years&a=b%20c' };
	const key = 'Müller & Söhne/2026/a [1].pdf';
	const target = `/contracts/${key.split('/').map(encodeURIComponent).join('/')}`;
	expect(await ask('PUT', `${target}?`, '%PDF', headers)).toMatchObject({ status: 200 });
	expect(await ask('GET', target)).toEqual({ status: 200, text: '%PDF' });
	expect(storage.bucket.keys('')).toEqual([key]);
	expect(storage.bucket.tags(key)).toEqual({ retention: '10-years', a: 'b c' });
	const { text } = await ask('GET', '/contracts?list-type=2&prefix=M%C3%BCller');
	expect(text).toContain('<Key>Müller &amp; Söhne/2026/a [1].pdf</Key>');
	expect(text).toContain('<Size>4</Size>');
	expect((await ask('GET', '/contracts?prefix=Other')).text).not.toContain('<Key>');
});

test('an object that did not arrive as it was sent is refused', async () => {
	const headers = { 'content-md5': createHash('md5').update('whole').digest('base64') };
	const { status, text } = await ask('PUT', '/contracts/a.pdf', 'half', headers);
	expect({ status, text }).toMatchObject({
		status: 400,
		text: expect.stringContaining('BadDigest'),
	});
	expect(storage.bucket.keys('')).toEqual([]);
});

test.each([
	['GET', '/contracts/missing.pdf', 404, 'NoSuchKey'],
	['GET', '/others', 404, 'NoSuchBucket'],
	['PUT', '/contracts/a%2F..%2Fup.pdf', 400, 'InvalidArgument'],
	['PUT', '/contracts/.tags/a.pdf', 400, 'InvalidArgument'],
	['DELETE', '/contracts/a.pdf', 501, 'NotImplemented'],
])('%s %s is refused with %d %s', async (method, target, status, code) => {
	const answer = await ask(method, target);
	expect(answer.status).toBe(status);
	expect(answer.text).toContain(`<Code>${code}</Code>`);
});

test('another key is not let in', async () => {
	expect(await ask('GET', '/contracts', undefined, { authorization: '' })).toMatchObject({
		status: 403,
	});
});
