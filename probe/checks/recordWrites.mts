import { accepted, held, NotAnswered, unchecked, type Observation } from '../check.mts';
import type { Answer } from '../client.mts';
import { isRow, textOf, unwrapped, type Row } from '../reading.mts';
import type { Service } from '../service.mts';
import type { Trial } from './trial.mts';

const KEEPS =
	'choose Leave to the Service as Records Not in the Input, which takes one request less';
const REPLACES = 'leave Records Not in the Input at Keep';

/** Two new rows and then a third one, each in a request of its own that names no other row. */
interface Written {
	first: Answer;
	second: Answer;
	/** As listed afterwards. */
	listed: Row[];
	/** By field id, a value of each type as it was sent. */
	sent: Row;
}

/** Whether rows that a PUT does not name stay. */
export async function recordsPut(trial: Trial, service: Service): Promise<Observation> {
	const { first, listed } = await written(trial, service);
	if (listed.length === 0) return accepted('answered as done, and no row is listed', REPLACES);
	const replaces = listed.length < 3;
	service.found('records-put', replaces ? 'replace' : 'keep');
	const seen = [
		...(replaces ? ['it replaces the set'] : []),
		...(first.kind === 'json' ? [] : [`answers ${first.status} with an empty body`]),
	];
	if (seen.length === 0) return held(KEEPS);
	return accepted(seen.join('; '), replaces ? REPLACES : KEEPS);
}

/** Which records the answer to a PUT shows, and in which order. */
export async function recordsCreated(trial: Trial, service: Service): Promise<Observation> {
	const { first, second, listed } = await written(trial, service);
	const [before, after] = [first, second].map(({ body }) => recordsOf(body));
	if (!before || !after) return unchecked('PUT answers without records');
	if (after.length < listed.length) {
		return accepted('only the rows that it changed');
	}
	const known = new Set(before.map(({ id }) => id));
	const places = after.flatMap(({ id }, place) => (known.has(id) ? [] : [place]));
	if (places.every((place) => place === after.length - 1)) return held();
	return accepted('another order');
}

/** How the values of records are written. */
export async function recordValues(trial: Trial, service: Service): Promise<Observation> {
	const { listed, sent } = await written(trial, service);
	const shown = listed
		.flatMap(({ fields }) => (Array.isArray(fields) ? fields : []))
		.flatMap((field) => (isRow(field) ? [[sent[String(field.smartFieldId)], field.rawValue]] : []))
		.filter(([wanted, value]) => wanted !== undefined && value !== null && value !== undefined);
	if (shown.length === 0) return unchecked('The records show none of the values that were sent');
	const seen = [
		...(shown.some(([wanted, value]) => typeof wanted !== typeof value) ? ['other types'] : []),
		...(shown.some(([wanted, value]) => isDay(wanted) && !isDay(value)) ? ['days as times'] : []),
	];
	return seen.length === 0 ? held() : accepted(seen.join('; '));
}

const done = new WeakMap<Trial, Promise<Written>>();

async function written(trial: Trial, service: Service): Promise<Written> {
	const known = done.get(trial) ?? write(trial, service);
	done.set(trial, known);
	return await known;
}

async function write(trial: Trial, service: Service): Promise<Written> {
	const { customObjectId } = service.given;
	if (!customObjectId) throw new NotAnswered('Name a custom object with --custom-object');
	const contractId = encodeURIComponent((await trial.contract()).contractId);
	const object = `/custom-objects/${encodeURIComponent(customObjectId)}`;
	const path = `${object}/contract/${contractId}/records`;
	const { smart_fields: fields } = await service.record(object);
	const sent = samples(Array.isArray(fields) ? fields : []);
	for (const values of [sent, {}]) {
		const row = rowOf(values);
		const first = await trial.send('PUT', path, { records: [row, row] });
		if (first.status >= 300) continue;
		const second = await trial.send('PUT', path, { records: [row] });
		const { records } = await service.record(path);
		return { first, second, sent: values, listed: Array.isArray(records) ? records : [] };
	}
	throw new NotAnswered('PUT of records refused the rows of the probe');
}

/** A value for each field whose type takes one without more ado. */
function samples(fields: unknown[]): Row {
	const values = fields.filter(isRow).map((field) => {
		const type = String(field.type);
		if (/^(string|text)$/i.test(type)) return [textOf(field, 'id'), 'Probe'];
		if (/^(number|decimal)$/i.test(type)) return [textOf(field, 'id'), 0.5];
		return [/^date$/i.test(type) ? textOf(field, 'id') : undefined, '2024-06-01'];
	});
	return Object.fromEntries(values.filter(([id]) => id !== undefined));
}

function rowOf(values: Row) {
	const fields = Object.entries(values).map(([smartFieldId, value]) => ({ smartFieldId, value }));
	return { id: null, fromCatalogRecordId: null, fields };
}

function recordsOf(body: unknown): Row[] | undefined {
	const inner = unwrapped(body);
	const records = isRow(inner) ? inner.records : inner;
	return Array.isArray(records) ? records.filter(isRow) : undefined;
}

function isDay(value: unknown): boolean {
	return /^\d{4}-\d{2}-\d{2}$/.test(String(value));
}
