import { createHash, randomUUID } from 'node:crypto';
import type { Workflow } from '../../../host/lib/client/types.mts';
import { importRecipe, recipe } from '../../../host/lib/recipes.mts';
import type { Sandbox } from '../sandbox.mts';
import type { RecipeHost } from './host.mts';

export type SignedElsewhereHost = Pick<RecipeHost, 'n8n' | 'sandbox' | 'credentials'>;

/** The header by which the signature tool proves itself. */
const CALLER = { name: 'x-signature-tool', value: 'key-of-the-signature-tool' };

/** What the signature tool sends. */
export interface Parcel {
	pdfs: Buffer[];
	/** The form fields of the PDFs. Default: file0, file1, … */
	names?: string[];
	fields: { contractId?: string; externalId?: string; signedAt?: string };
}

/** The published recipe, seen from the signature tool. */
export interface SignatureTool {
	workflow: Workflow;
	/** Form data, as most tools send it. */
	send(parcel: Parcel, header?: string): Promise<{ status: number; body: any }>;
	/** A bare PDF, its fields in the query. */
	sendBare(parcel: Parcel): Promise<{ status: number; body: any }>;
}

/** Imports the recipe, gives its webhook the caller's credential, and publishes it. */
export async function publishSignedElsewhere({
	n8n,
	credentials,
}: SignedElsewhereHost): Promise<SignatureTool> {
	const { id, name } = await n8n.createCredential(
		`Caller ${randomUUID()}`,
		'httpHeaderAuth',
		CALLER,
	);
	const workflow = await importRecipe(n8n, recipe('signed-elsewhere.json'), {
		...credentials,
		httpHeaderAuth: { id, name },
	});
	expect(await n8n.publish(workflow.id)).toMatchObject({ status: 'published' });
	const url = await n8n.webhookUrl(
		workflow.nodes.find(({ name: each }) => each === 'PDF arrives')!,
	);
	return {
		workflow,
		send: async ({ pdfs, fields, names }, header = CALLER.value) => {
			const form = new FormData();
			for (const [key, value] of Object.entries(fields)) form.append(key, value);
			// Backwards: n8n may hand them over in any order, and the names decide.
			for (const [index, pdf] of [...pdfs.entries()].reverse()) {
				const blob = new Blob([new Uint8Array(pdf)], { type: 'application/pdf' });
				form.append(names?.[index] ?? `file${index}`, blob, `signed-${index}.pdf`);
			}
			return await post(url, form, { [CALLER.name]: header });
		},
		sendBare: async ({ pdfs, fields }) =>
			await post(`${url}?${new URLSearchParams(fields)}`, new Blob([new Uint8Array(pdfs[0]!)]), {
				[CALLER.name]: CALLER.value,
				'content-type': 'application/pdf',
				'content-disposition': 'attachment; filename="signed.pdf"',
			}),
	};
}

async function post(url: string, body: Blob | FormData, headers: Record<string, string>) {
	const answer = await fetch(url, { method: 'POST', body, headers });
	const text = await answer.text();
	const isJson = answer.headers.get('content-type')?.includes('json');
	return { status: answer.status, body: isJson ? JSON.parse(text) : text };
}

/** A contract that is out for signature in another tool, with a delivery of that tool for it. */
export async function outForSignature(sandbox: Sandbox, pdfCount = 1) {
	const externalId = `D-${randomUUID()}`;
	const { id } = await sandbox.control.createContract({
		status: 'signing',
		signatureProcess: 'external',
		integration: {
			type: 'crmOne',
			externalId,
			externalEntity: 'deal',
			externalUrl: `https://crm.example/${externalId}`,
		},
	});
	const parcel: Parcel = {
		pdfs: Array.from({ length: pdfCount }, () => pdf()),
		fields: { externalId, signedAt: '2026-03-31T14:30:00.000Z' },
	};
	return { id, parcel };
}

/** A PDF that is like no other. */
export function pdf(): Buffer {
	return Buffer.from(`%PDF-1.7\n% ${randomUUID()}\n%%EOF\n`);
}

/** The service holds exactly these PDFs as the signed files of the contract, and the date of the signature. */
export async function expectSigned(sandbox: Sandbox, id: string, { pdfs, fields }: Parcel) {
	const { status, signatureDate } = await sandbox.control.contract(id);
	expect({ status, signatureDate }).toEqual({ status: 'signed', signatureDate: fields.signedAt });
	const files = await sandbox.api<Array<{ url: string }>>('GET', `/contracts/${id}/signed-files`);
	const held = await Promise.all(
		files.body.map(async ({ url }) =>
			sha256(new Uint8Array(await (await fetch(url)).arrayBuffer())),
		),
	);
	expect(held).toEqual(pdfs.map(sha256));
}

function sha256(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

/** How often the service marked a contract as signed. */
export async function timesMarked(sandbox: Sandbox): Promise<number> {
	const { byRoute } = await sandbox.control.requestSummary();
	return byRoute['POST /contracts/:id/signed-version']?.executed ?? 0;
}

/** By external ID and by contract ID, as a form and as a bare PDF, and the same once more. */
export async function happy(host: SignedElsewhereHost): Promise<void> {
	const { n8n, sandbox } = host;
	const tool = await publishSignedElsewhere(host);
	const byDeal = await outForSignature(sandbox, 11);
	const signed = { status: 200, body: { status: 'signed', contractId: byDeal.id } };
	expect(await tool.send(byDeal.parcel)).toEqual(signed);
	await expectSigned(sandbox, byDeal.id, byDeal.parcel);
	expect(await tool.send(byDeal.parcel)).toEqual(signed);

	const { id, parcel } = await outForSignature(sandbox);
	const bare = { ...parcel, fields: { contractId: id, signedAt: parcel.fields.signedAt! } };
	expect(await tool.sendBare(bare)).toMatchObject({ status: 200, body: { contractId: id } });
	await expectSigned(sandbox, id, bare);
	expect(await timesMarked(sandbox)).toBe(2);
	await n8n.unpublish(tool.workflow.id);
}
