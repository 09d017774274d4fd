import { sharedN8n } from '../support/n8n.mts';
import { startFragileHost, type FragileHost } from '../support/recipes/outage.mts';
import {
	expectSigned,
	happy,
	outForSignature,
	pdf,
	publishSignedElsewhere,
	timesMarked,
	type SignatureTool,
} from '../support/recipes/signed-elsewhere.mts';

const MARKING = 'POST /contracts/:id/signed-version';

let host: FragileHost;
let tool: SignatureTool;

beforeAll(async () => {
	host = await startFragileHost(await sharedN8n());
});

afterAll(async () => {
	if (tool) await host.n8n.unpublish(tool.workflow.id);
	await host?.stop();
});

test('PDFs that arrive mark their contract as signed, once', async () => {
	await happy(host);
	tool = await publishSignedElsewhere(host);
});

test('the same delivery twice at the same moment marks once, and both are told that the contract is signed', async () => {
	const before = await timesMarked(host.sandbox);
	const { id, parcel } = await outForSignature(host.sandbox);
	// Both have found the contract unsigned before one of them marks it.
	await host.sandbox.control.fault({ route: MARKING, kind: 'latency', ms: 1500, times: 2 });
	const answers = await Promise.all([tool.send(parcel), tool.send(parcel)]);
	const signed = { status: 200, body: { status: 'signed', contractId: id } };
	await host.sandbox.control.clearFaults();
	expect(answers).toEqual([signed, signed]);
	expect(await timesMarked(host.sandbox)).toBe(before + 1);
	await expectSigned(host.sandbox, id, parcel);
});

test('two deliveries with a PDF each, at the same moment and later: 200 only for the one that is held, and the others are told', async () => {
	const before = await timesMarked(host.sandbox);
	const { id, parcel } = await outForSignature(host.sandbox);
	const other = { ...parcel, pdfs: [pdf()] };
	await host.sandbox.control.fault({ route: MARKING, kind: 'latency', ms: 1500, times: 2 });
	const parcels = [parcel, other];
	const answers = await Promise.all(parcels.map(async (each) => await tool.send(each)));
	await host.sandbox.control.clearFaults();
	expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
	const held = parcels[answers.findIndex(({ status }) => status === 200)]!;
	const lost = parcels.find((each) => each !== held)!;
	await expectSigned(host.sandbox, id, held);
	const refused = {
		error: 'The contract is already signed, with other files than these',
		held: [{ name: 'signed-0.pdf', bytes: held.pdfs[0]!.length }],
	};
	expect(answers.find(({ status }) => status === 409)!.body).toMatchObject(refused);

	expect(await tool.send(lost)).toMatchObject({ status: 409, body: refused });
	const [last] = await host.n8n.executions(tool.workflow.id, 1);
	const failed = await host.n8n.execution(last!.id);
	expect(failed.error?.message).toMatch(/is signed with other files: signed-0\.pdf$/);
	const both = { ...held, pdfs: [...held.pdfs, ...lost.pdfs] };
	expect(await tool.send(both)).toMatchObject({ status: 409, body: refused });
	expect(await tool.send(held)).toMatchObject({ status: 200 });
	await expectSigned(host.sandbox, id, held);
	expect(await timesMarked(host.sandbox)).toBe(before + 1);
});

test('one field for all PDFs goes by the names of the files', async () => {
	const { id, parcel } = await outForSignature(host.sandbox, 3);
	const one = ['file', 'file', 'file'];
	expect(await tool.send({ ...parcel, names: one })).toMatchObject({ status: 200 });
	await expectSigned(host.sandbox, id, parcel);
});

test('a date that the service’s clock does not have yet is for later', async () => {
	const { id, parcel } = await outForSignature(host.sandbox);
	const signedAt = new Date(Date.now() - 1_000).toISOString();
	const just = { ...parcel, fields: { ...parcel.fields, signedAt } };
	await host.sandbox.control.fault({ route: MARKING, kind: 'status', status: 400, times: 1 });
	expect(await tool.send(just)).toMatchObject({ status: 503 });
	expect(await tool.send(just)).toMatchObject({ status: 200 });
	await expectSigned(host.sandbox, id, just);
});

test('what cannot be signed is refused with the reason, and changes nothing', async () => {
	const before = await timesMarked(host.sandbox);
	const { id, parcel } = await outForSignature(host.sandbox);
	const future = { ...parcel.fields, signedAt: new Date(Date.now() + 86_400_000).toISOString() };
	expect(await tool.send({ ...parcel, fields: future })).toMatchObject({
		status: 422,
		body: { error: expect.stringContaining('lies in the future') },
	});
	expect(await tool.send({ ...parcel, pdfs: [Buffer.from('no PDF at all')] })).toMatchObject({
		status: 422,
		body: {
			error: expect.stringContaining('is not a PDF'),
			advice: expect.stringMatching(/Nothing was uploaded\.$/),
		},
	});
	expect(await tool.send({ ...parcel, pdfs: [] })).toMatchObject({
		status: 422,
		body: { error: expect.stringContaining('one PDF or more') },
	});
	await host.sandbox.control.setContractState(id, { signatureProcess: 'native' });
	expect(await tool.send(parcel)).toMatchObject({
		status: 409,
		body: { error: expect.stringContaining('signature process') },
	});
	expect(await tool.send(parcel, 'wrong key')).toMatchObject({ status: 403 });
	expect(await timesMarked(host.sandbox)).toBe(before);
	expect(await host.sandbox.control.contract(id)).toMatchObject({ status: 'signing' });
});

test('the service is killed after it signed: the tool sends again until it is told so, signed once', async () => {
	const { id, parcel } = await outForSignature(host.sandbox);
	const answers: Array<{ status: number }> = [];
	let sending: Promise<unknown> = Promise.resolve();
	await host.killedDuring(MARKING, async () => {
		sending = tool.send(parcel).then((answer) => answers.push(answer));
	});
	await sending;
	while (answers.at(-1)!.status === 503) answers.push(await tool.send(parcel));

	expect(answers.at(-1)).toEqual({ status: 200, body: { status: 'signed', contractId: id } });
	await expectSigned(host.sandbox, id, parcel);
	// The log begins with the restart.
	expect(await timesMarked(host.sandbox)).toBe(0);
});

test('the service is down: 503 within seconds and a failed execution; up again, the same delivery signs', async () => {
	const { id, parcel } = await outForSignature(host.sandbox);
	const down = { route: '*', kind: 'reset', times: 0 } as const;
	await host.sandbox.control.fault(down);
	const before = Date.now();
	const answer = await tool.send(parcel);
	expect(answer).toMatchObject({ status: 503, body: { advice: 'Send it again later.' } });
	expect(Date.now() - before).toBeLessThan(60_000);
	const [last] = await host.n8n.executions(tool.workflow.id, 1);
	const failed = await host.n8n.execution(last!.id);
	expect(failed.error?.message).toContain('was not taken, and its sender was told');

	await host.sandbox.control.clearFaults();
	expect(await tool.send(parcel)).toMatchObject({ status: 200 });
	await expectSigned(host.sandbox, id, parcel);
});
