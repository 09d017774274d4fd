import {
	accepted,
	differs,
	held,
	profiled,
	unchecked,
	undecided,
	type Check,
	type Observation,
} from '../check.mts';
import { isRow, textOf } from '../reading.mts';
import { recordsCreated, recordsPut, recordValues } from './recordWrites.mts';
import type { Service } from '../service.mts';
import { nameOrPlaceholder } from '../shape.mts';
import { creationForm, Trial, UNKNOWN_OPTION } from './trial.mts';
import { sign, upload } from './upload.mts';

/**
 * What can only be seen by changing something. Writes to a contract and a counterparty that the probe creates and to
 * nothing else; never sends for signature and never touches a member, as both write to people.
 */
export const writes: readonly Check[] = [
	write('upload-url', 'POST /files/upload-url answers {key, url} for {name, contentType}', upload),
	write('contract-create', 'POST /contracts takes fields as an object keyed by id', createdFields),
	write(
		'contract-create-response',
		'POST /contracts answers the contract, or an object with its id',
		async (trial, service) => {
			const form = creationForm(await trial.contract());
			if (form !== 'text') return held();
			return profiled(service, `the ${form} only`, { 'contract-create-response': form });
		},
	),
	write(
		'errors-details',
		'A refused option comes with details {field, value, availableOptions}',
		details,
	),
	write('contract-patch', 'PATCH /contracts/{id} answers 200 with the contract', folder),
	write('records-put', 'PUT of records keeps the rows that are not in the body', recordsPut),
	write(
		'records-created',
		'PUT of records answers all records, new ones last in the order in which they were sent',
		recordsCreated,
	),
	write('records-values', 'Numbers and dates of records come back as they were sent', recordValues),
	write(
		'counterparty-patch',
		'PATCH /counterparties/{id} merges fields by key',
		counterpartyFields,
	),
	write('spec-signed-version', 'POST /contracts/{id}/signed-version answers 204, then 409', sign),
];

let current: { service: Service; trial: Trial } | undefined;

function write(
	id: string,
	assumed: string,
	observe: (trial: Trial, service: Service) => Promise<Observation>,
): Check {
	return {
		id,
		assumed,
		observe: async (service) => {
			if (!service.mayWrite) return unchecked('Needs --write');
			if (current?.service !== service) current = { service, trial: new Trial(service) };
			return await observe(current.trial, service);
		},
	};
}

const CREATE = 'nodes/ContractManagement/operations/contract/create.ts';
const UPDATE = 'nodes/ContractManagement/operations/contract/update.ts';

/** Whether the contract has what it was asked for, its fields above all. */
async function createdFields(trial: Trial, service: Service): Promise<Observation> {
	const { fieldsAs, contractId, asked } = await trial.contract();
	const contract = await service.record(`/contracts/${encodeURIComponent(contractId)}`);
	const other = ['name', 'templateId'].filter(
		(key) => textOf(contract, key) !== undefined && textOf(contract, key) !== textOf(asked, key),
	);
	if (other.length > 0) return differs(`another ${other.join(' and ')} than asked for`, CREATE);
	if (fieldsAs === 'array') {
		return profiled(service, 'fields as an array only', { 'contract-create-fields': 'pairs' });
	}
	return fieldsAs === 'object'
		? held()
		: undecided('The contract shows none of the values that it was created with');
}

/** Files the probe's contract in a folder that another contract is in. */
async function folder(trial: Trial, service: Service): Promise<Observation> {
	const { contractId } = await trial.contract();
	const path = `/contracts/${encodeURIComponent(contractId)}`;
	const wanted = (await service.contracts()).flatMap((row) => textOf(row, 'folderId') ?? [])[0];
	const { status, kind } = await trial.send('PATCH', path, { folderId: wanted ?? null });
	if (status >= 300) return differs(`refused with ${status}`, UPDATE);
	const now = await trial.fresh(path);
	if (wanted !== undefined && 'folderId' in now && now.folderId !== wanted) {
		return differs('answered as done, and the contract is in another folder', UPDATE);
	}
	if (kind !== 'json') return accepted(`${status} with an empty body`);
	return wanted === undefined || !('folderId' in now)
		? undecided('No contract shows a folder: whether it was moved is not seen')
		: held();
}

async function details(trial: Trial, service: Service): Promise<Observation> {
	const answer = await trial.withUnknownOption();
	if (!answer) return unchecked('The creation form has no select field');
	if (answer.status < 300) return accepted('an unknown option is taken');
	const found = isRow(answer.body) && isRow(answer.body.error) ? answer.body.error.details : {};
	const shown = isRow(found) ? found : {};
	const names = Object.keys(shown);
	if (names.toSorted().join() === 'availableOptions,field,value') return held();
	const seen = `details: ${names.map(nameOrPlaceholder).join(', ') || 'none'}`;
	const value = names.find((name) => shown[name] === UNKNOWN_OPTION);
	const options = names.find((name) => Array.isArray(shown[name]));
	const field = names.find((name) => name !== value && typeof shown[name] === 'string');
	if (!value || !options || !field) return accepted(seen);
	return profiled(service, seen, {
		'errors-details-field': field,
		'errors-details-value': value,
		'errors-details-options': options,
	});
}

/** In any case the counterparty is archived: nobody has to clean up after the probe. */
async function counterpartyFields(trial: Trial, service: Service): Promise<Observation> {
	const path = `/counterparties/${encodeURIComponent((await trial.contract()).counterpartyId)}`;
	const archive = async () => await trial.send('PATCH', path, { status: 'archived' });
	const other = await otherThanMerged(trial, service, path).catch(async (error) => {
		await archive();
		throw error;
	});
	const archived = await archive();
	if (archived.status >= 300) return accepted(`status: refused with ${archived.status}`);
	if (other) return other;
	const { status: word } = await trial.fresh(path);
	return word === 'archived' ? held() : accepted('answered as done, the status stays');
}

/** What becomes of fields that a change does not name, unless they stay. */
async function otherThanMerged(
	trial: Trial,
	service: Service,
	path: string,
): Promise<Observation | undefined> {
	const filled = (await service.counterparties())
		.flatMap(({ fields }) => Object.entries(isRow(fields) ? fields : {}))
		.filter(([, value]) => isFilled(value));
	const [first, second] = [...new Map(filled)];
	if (!first || !second) return unchecked('Counterparties have fewer than two filled fields');
	for (const field of [first, second]) {
		const { status } = await trial.send('PATCH', path, { fields: Object.fromEntries([field]) });
		if (status >= 300) return accepted(`refused with ${status}`);
	}
	const { fields } = await trial.fresh(path);
	const now = isRow(fields) ? fields : {};
	if (!isFilled(now[second[0]])) return accepted('answered as done, fields stay');
	const replaces = !isFilled(now[first[0]]);
	service.found('counterparty-patch-fields', replaces ? 'replace' : 'merge');
	return replaces ? accepted('it replaces fields; the node sends the merged map') : undefined;
}

/** Services show an emptied field as null, as an empty text or list, as false or as 0, or not at all. */
function isFilled(value: unknown): boolean {
	return Boolean(value) && String(value) !== '';
}
