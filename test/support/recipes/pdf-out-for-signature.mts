import { createHash } from 'node:crypto';
import { importRecipe, recipe } from '../../../host/lib/recipes.mts';
import { pdf } from '../binary.mts';
import { contractId } from '../demo.mts';
import { heldAt, type Driver } from './drive.mts';
import { openForm } from './form.mts';

const COMPANY = 'Fjord Analytics AS';
const OFFER = pdf('offer');
const WORD = Buffer.from(
	'PK\x03\x04\x14\0\x06\0[Content_Types].xml _rels/.rels word/document.xml PK\x05\x06',
	'latin1',
);

/** A file that is sent for signature; n8n is killed while it is sent. Then the same form again, and others. */
export const driver: Driver = async (host) => {
	const { control, api } = host.sandbox;
	const { id, nodes } = await importRecipe(
		host.n8n,
		recipe('pdf-out-for-signature.json'),
		host.credentials,
	);
	expect(await host.n8n.publish(id)).toMatchObject({ status: 'published' });
	const status = await host.n8n.webhookUrl(
		nodes.find(({ name }) => name === 'Asked for the status')!,
	);
	const submit = async (reference: string, bytes: Buffer, name: string, company = COMPANY) => {
		const form = await openForm(host.n8n, 'pdf-out-for-signature');
		return await form.submit([new File([new Uint8Array(bytes)], name), company, reference]);
	};
	const send = async () => {
		const page = await submit('O-1', OFFER, 'Offer.pdf');
		return page.html.includes('To whom it goes') ? await page.submit(['Send for signature']) : page;
	};
	const made = async () =>
		(await control.contracts({ last: 1_000 })).filter(
			({ integration }) => (integration as { type?: string } | null)?.type === 'pdfForm',
		);
	const contractOf = async (reference: string) =>
		(await made()).find(({ name }) => name.startsWith(`${reference} `))!;
	const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
	const documentOf = async (contract: string) => {
		const { body } = await api('GET', `/contracts/${contract}/current-version`);
		return hashOf(new Uint8Array(await (await fetch(body.url)).arrayBuffer()));
	};
	const sent = async () =>
		(await control.requests({ method: 'POST' })).filter(
			({ path, executed }) => executed && path.endsWith('/signatures/send'),
		).length;

	return {
		start: async () => expect((await send()).html).toContain('It is out for signature'),
		hold: async () => await heldAt(host, 'POST /contracts/:id/signatures/send'),
		async finish() {
			const again = await send();
			expect(again.html).toContain('this contract is out for signature already');
		},
		async expectDone() {
			const [contract, ...others] = await made();
			expect(others).toEqual([]);
			expect(contract).toMatchObject({ name: `O-1 ${COMPANY}`, status: 'signing' });
			expect(await documentOf(contract!.id)).toBe(hashOf(OFFER));
			expect(await sent()).toBe(1);

			// Nobody is asked twice about what is out, whatever file comes with its reference.
			const late = await submit('O-1', pdf('other'), 'Other.pdf');
			expect(late.html).toContain('Your file was not taken over');
			const page = /https?:[^"\s]*pdf-status\?contract=[\da-f-]{36}/.exec(late.html)![0];
			const shown = async () => await (await fetch(page)).text();
			expect(await shown()).toBe(`O-1 ${COMPANY}: out for signature`);
			await control.setContractState(contract!.id, { status: 'signed' });
			expect(await shown()).toMatch(/: signed on \d{4}-\d\d-\d\d$/);
			expect((await fetch(`${status}?contract=${contractId(1)}`)).status).toBe(404);

			// A draft that waits is asked about again, and sent only with the file that it holds.
			const asked = await submit(' O-2\u00a0', WORD, 'Offer.docx', 'New <b>Name</b> & Co');
			expect(asked.html).toContain('New &lt;b&gt;Name&lt;/b&gt; &amp; Co');
			expect(asked.html).toContain('a company that is new to the service');
			expect(asked.html).toContain('Nobody of the company is among them');
			expect((await asked.submit(['Keep as draft'])).html).toContain('It was kept as a draft');
			const draft = await contractOf('O-2');
			const other = await submit('O-2', OFFER, 'Offer.pdf', 'New <b>Name</b> & Co');
			expect(other.html).toContain('the reference has another file');
			const moved = await submit('O-2', WORD, 'Offer.docx', 'Other AS');
			expect(moved.html).toContain('the reference has another company');
			expect(moved.html).toContain('and is with New &lt;b&gt;Name&lt;/b&gt; &amp; Co.');
			expect(await documentOf(draft.id)).toBe(hashOf(WORD));
			expect(await sent()).toBe(1);
			// What was changed while the page stood there is looked at again before it is sent.
			const stale = await submit('O-2', WORD, 'Offer.docx', 'New <b>Name</b> & Co');
			await api('PATCH', `/contracts/${draft.id}`, { name: 'O-2 changed' });
			const kept = await stale.submit(['Send for signature']);
			expect(kept.html).toContain('Nothing was sent');
			expect(kept.html).toContain('The contract was changed after you saw it');
			expect(await sent()).toBe(1);
			const once = await submit('O-2', WORD, 'Offer.docx', 'New <b>Name</b> & Co');
			const twice = await submit('O-2', WORD, 'Offer.docx', 'New <b>Name</b> & Co');
			const agreed = await once.submit(['Send for signature']);
			expect(agreed.html).toContain('It is out for signature');
			const tooLate = await twice.submit(['Send for signature']);
			expect(tooLate.html).toContain('The contract is already out for signature');
			expect(await sent()).toBe(2);

			// What is no document becomes no contract.
			const page404 = Buffer.from('<!doctype html><html>Not found</html>');
			const refused = await submit('O-3', page404, 'Offer.pdf');
			expect(refused.html).toContain('Nothing was sent');
			expect(refused.html).toContain('neither a PDF nor a Word file');
			const blank = await submit(' ', OFFER, 'Offer.pdf');
			expect(blank.html).toContain('Nothing was sent');
			expect(await made()).toHaveLength(2);
			await host.n8n.unpublish(id);
		},
	};
};
