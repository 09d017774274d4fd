import { randomBytes } from 'node:crypto';
import { contractInput } from './contractInput.mts';
import type { ApiAnswer, Sandbox } from './sandbox.mts';

/** A write that the sandbox has acknowledged, and how to see that it is there. */
export interface Acknowledged {
	kind: 'contract' | 'records' | 'member' | 'upload' | 'signedFile';
	expectThere(sandbox: Sandbox): Promise<void>;
}

/** Writes once, under a name that no other write has. Throws when it is not acknowledged. */
export type Write = (sandbox: Sandbox, name: string) => Promise<Acknowledged>;

const LINE_ITEMS = 'c0000000-0000-4000-8000-000000000001';

const createContract: Write = async (sandbox, name) => {
	const id = await newContract(sandbox, name);
	return {
		kind: 'contract',
		async expectThere(later) {
			const found = expectStatus(200, await later.api('GET', `/contracts/${id}`));
			expect(found.body).toMatchObject({ id, name });
		},
	};
};

const putRecord: Write = async (sandbox, name) => {
	const { data } = (await sandbox.api('GET', '/contracts?status=draft&limit=1')).body;
	const { smart_fields: fields } = (await sandbox.api('GET', `/custom-objects/${LINE_ITEMS}`)).body;
	const { id: smartFieldId } = fields.find(({ type }: { type: string }) => type === 'string');
	const path = `/custom-objects/${LINE_ITEMS}/contract/${data[0].id}/records`;
	const records = [{ id: null, fields: [{ smartFieldId, value: name }] }];
	expectStatus(200, await sandbox.api('PUT', path, { records }));
	return {
		kind: 'records',
		async expectThere(later) {
			const found = expectStatus(200, await later.api('GET', path));
			expect(JSON.stringify(found.body)).toContain(name);
		},
	};
};

/** One writer per member, so that names only ever grow: what is there is this one or a later one. */
export function memberPatch(id: string): Write {
	return async (sandbox, name) => {
		expectStatus(200, await sandbox.api('PATCH', `/members/${id}`, { firstname: name }));
		return {
			kind: 'member',
			async expectThere(later) {
				const { user } = expectStatus(200, await later.api('PATCH', `/members/${id}`, {})).body;
				expect([name, user.firstname]).toEqual([name, user.firstname].sort());
			},
		};
	};
}

const upload: Write = async (sandbox, name) => {
	const { key, bytes } = await putFile(sandbox, name);
	return {
		kind: 'upload',
		async expectThere(later) {
			const id = await newContract(later, name);
			await signWith(later, id, key);
			await expectSignedFile(later, id, bytes);
		},
	};
};

const sign: Write = async (sandbox, name) => {
	const id = await newContract(sandbox, name);
	const { key, bytes } = await putFile(sandbox, name);
	const signatureDate = await signWith(sandbox, id, key);
	return {
		kind: 'signedFile',
		async expectThere(later) {
			const contract = expectStatus(200, await later.api('GET', `/contracts/${id}`)).body;
			expect(contract).toMatchObject({ status: 'signed', signatureDate });
			await expectSignedFile(later, id, bytes);
		},
	};
};

/** Every kind but the members', which need one writer each. */
export const WRITES: Write[] = [createContract, putRecord, upload, sign];

async function newContract(sandbox: Sandbox, name: string): Promise<string> {
	const input = await contractInput(sandbox, name);
	return expectStatus(201, await sandbox.api('POST', '/contracts', input)).body.id;
}

async function signWith(sandbox: Sandbox, id: string, key: string): Promise<string> {
	const files = [{ key, name: 'Signed.pdf', contentType: 'application/pdf' }];
	const signatureDate = new Date().toISOString();
	const path = `/contracts/${id}/signed-version`;
	expectStatus(204, await sandbox.api('POST', path, { files, signatureDate }));
	return signatureDate;
}

async function expectSignedFile(sandbox: Sandbox, id: string, bytes: Buffer): Promise<void> {
	const links = expectStatus(200, await sandbox.api('GET', `/contracts/${id}/signed-files`)).body;
	const file = await fetch(links[0].url);
	expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
}

async function putFile(sandbox: Sandbox, name: string): Promise<{ key: string; bytes: Buffer }> {
	const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(20_000)]);
	const request = { name: `${name}.pdf`, contentType: 'application/pdf' };
	const { body } = await sandbox.api('POST', '/files/upload-url', request);
	const headers = { 'content-type': 'application/pdf' };
	const { status } = await fetch(body.url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
	if (status >= 300) throw new Error(`PUT of the file answered ${status}`);
	return { key: body.key, bytes };
}

function expectStatus(status: number, answer: ApiAnswer): ApiAnswer {
	if (answer.status === status) return answer;
	throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
