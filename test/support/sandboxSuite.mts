import { startSandbox, type ApiAnswer, type Sandbox, type SandboxOptions } from './sandbox.mts';

/** One sandbox for all tests of a file, back at its seed before each of them. */
export function sandboxSuite(options: SandboxOptions = {}): () => Sandbox {
	let sandbox: Sandbox | undefined;
	beforeAll(async () => {
		sandbox = await startSandbox(options);
	});
	beforeEach(() => sandbox!.control.reset());
	afterAll(() => sandbox?.stop());
	return () => sandbox!;
}

/** Expects the service's error body, "Errors", with this status and errorId, and answers its `error`. */
export function expectError(answer: ApiAnswer, status: number, errorId: string) {
	expect({ status: answer.status, errorId: answer.body?.error?.errorId }).toEqual({
		status,
		errorId,
	});
	expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
	expect(answer.body).toEqual({
		error: {
			statusCode: expect.stringMatching(/^[A-Z_]+$/),
			errorId,
			message: expect.stringMatching(/\S/),
			details: expect.any(Object),
		},
	});
	return answer.body.error as { message: string; details: Record<string, any> };
}

/** Uploads bytes as a PDF and answers the storage key. */
export async function uploadPdf(sandbox: Sandbox, content = '%PDF-1.4 signed'): Promise<string> {
	const target = await sandbox.api('POST', '/files/upload-url', {
		name: 'signed.pdf',
		contentType: 'application/pdf',
	});
	const put = await fetch(target.body.url, {
		method: 'PUT',
		headers: { 'content-type': 'application/pdf' },
		body: content,
	});
	expect(put.status).toBe(200);
	return target.body.key;
}
