import { UploadTarget } from '../../sandbox/schemas/file.mts';
import type { EntryId } from '../../sandbox/profile/entries.mts';
import {
	accepted,
	differs,
	held,
	profiled,
	unchecked,
	undecided,
	type Observation,
} from '../check.mts';
import { isRow, textOf, unwrapped, type Row } from '../reading.mts';
import type { Service } from '../service.mts';
import { additions, departures, nameOrPlaceholder } from '../shape.mts';
import type { Trial } from './trial.mts';

/** A whole PDF, the smallest that readers accept. */
const PDF = Buffer.from(
	'%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
		'3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** Asks for an upload URL and puts a PDF there. */
export async function upload(trial: Trial, service: Service): Promise<Observation> {
	const target = await uploadTarget(trial, service);
	if (!target.url || !target.key) {
		return differs(
			`no key or no address (${target.names})`,
			'nodes/ContractManagement/api/files.ts',
		);
	}
	const { status } = await service.client.follow('PUT', target.url, PDF, target.headers);
	if (status >= 300) {
		return differs(
			`the PUT answered ${status}`,
			'nodes/ContractManagement/transport/files/storage.ts',
		);
	}
	if (target.isOther) return profiled(service, `names: ${target.names}`, target.entries);
	if (departures(UploadTarget, target.body).length > 0) return accepted(`names: ${target.names}`);
	const more = additions(UploadTarget, target.body);
	return more.length > 0 ? accepted(`also sent: ${more.join(', ')}`) : held();
}

const SIGN = 'nodes/ContractManagement/operations/contract/markAsSigned.ts';

/** Marks the probe's contract as signed, twice: the second time is refused. */
export async function sign(trial: Trial, service: Service): Promise<Observation> {
	const { key, url, headers } = await uploadTarget(trial, service);
	if (!key || !url) return unchecked('Nothing can be uploaded');
	await service.client.follow('PUT', url, PDF, headers);
	const { contractId } = await trial.contract();
	const path = `/contracts/${encodeURIComponent(contractId)}/signed-version`;
	const body = {
		files: [{ key, name: 'probe.pdf', contentType: 'application/pdf' }],
		signatureDate: new Date(Date.now() - 60_000).toISOString(),
	};
	const first = await trial.send('POST', path, body);
	const second = await trial.send('POST', path, body);
	if (first.status !== 204 || second.status !== 409) {
		return differs(`answered ${first.status}, then ${second.status}`, SIGN);
	}
	const contract = await trial.fresh(`/contracts/${encodeURIComponent(contractId)}`);
	const status = textOf(contract, 'status');
	if (status === undefined) return undecided('The contract shows no status');
	if (status !== 'signed') {
		return differs('answered as done, and the contract is not signed', SIGN);
	}
	const date = textOf(contract, 'signatureDate');
	const apart = Math.abs(Date.parse(date ?? '') - Date.parse(body.signatureDate));
	return date === undefined || apart < 1000
		? held()
		: differs('another signatureDate than was sent', SIGN);
}

async function uploadTarget(trial: Trial, service: Service) {
	const asked = { name: 'probe.pdf', contentType: 'application/pdf' };
	const answer = await trial.send('POST', '/files/upload-url', asked);
	const inner = unwrapped(answer.body);
	const body: Row = isRow(inner) ? inner : {};
	const more = isRow(body.headers) ? (body.headers as Record<string, string>) : {};
	const texts = Object.keys(body).filter((name) => textOf(body, name) !== undefined);
	const isAddress = (name: string) => URL.canParse(textOf(body, name)!);
	const address = ['url', ...texts.filter(isAddress)].find((name) => texts.includes(name));
	const others = texts.filter((name) => name !== address && !isAddress(name));
	const key = ['key', ...others].find((name) => texts.includes(name));
	const entries = { 'upload-url-key': key ?? 'key', 'upload-url-address': address ?? 'url' };
	for (const [entry, name] of Object.entries(entries)) service.found(entry as EntryId, name);
	return {
		body,
		entries,
		isOther: address !== 'url' || key !== 'key',
		key: key && textOf(body, key),
		url: address && textOf(body, address),
		headers: { 'content-type': 'application/pdf', ...more },
		names: Object.keys(body).map(nameOrPlaceholder).join(', '),
	};
}
