import { accepted, differs, held, unchecked, type Check, type Observation } from '../check.mts';
import { isRow } from '../reading.mts';
import { recordsCreated, recordsPut, recordValues } from './recordWrites.mts';
import type { Service } from '../service.mts';
import { nameOrPlaceholder } from '../shape.mts';
import { creationForm, Trial } from './trial.mts';
import { sign, upload } from './upload.mts';

/**
 * What can only be seen by changing something. Writes to a contract and a counterparty that the probe creates and to
 * nothing else; never sends for signature and never touches a member, as both write to people.
 */
export const writes: readonly Check[] = [
	write('upload-url', 'POST /files/upload-url answers {key, url} for {name, contentType}', upload),
	write(
		'contract-create',
		'POST /contracts takes fields as an object keyed by id',
		async (trial) => {
			const { fieldsAs } = await trial.contract();
			return fieldsAs === 'object'
				? held()
				: accepted(
						'fields as an array only',
						'choose Array as Fields Format in the options of Create',
					);
		},
	),
	write('contract-create-response', 'POST /contracts answers the contract', async (trial) => {
		const form = creationForm(await trial.contract());
		return form === 'the contract' ? held() : accepted(form);
	}),
	write(
		'errors-details',
		'A refused option comes with details {field, value, availableOptions}',
		details,
	),
	write('contract-patch', 'PATCH /contracts/{id} answers 200 with the contract', async (trial) => {
		const { contractId } = await trial.contract();
		const path = `/contracts/${encodeURIComponent(contractId)}`;
		const { status, kind } = await trial.send('PATCH', path, { folderId: null });
		if (status >= 300)
			return differs(
				`refused with ${status}`,
				'nodes/ContractManagement/hooks/contracts/update.ts',
			);
		return kind === 'json' ? held() : accepted(`${status} with an empty body`);
	}),
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

async function details(trial: Trial): Promise<Observation> {
	const answer = await trial.withUnknownOption();
	if (!answer) return unchecked('The creation form has no select field');
	if (answer.status < 300) return accepted('an unknown option is taken');
	const found = isRow(answer.body) && isRow(answer.body.error) ? answer.body.error.details : {};
	const names = Object.keys(isRow(found) ? found : {}).map(nameOrPlaceholder);
	const same = names.toSorted().join() === 'availableOptions,field,value';
	return same ? held() : accepted(`details: ${names.join(', ') || 'none'}`);
}

async function counterpartyFields(trial: Trial, service: Service): Promise<Observation> {
	const texts = (await service.counterparties())
		.flatMap(({ fields }) => Object.entries(isRow(fields) ? fields : {}))
		.filter(([, value]) => value !== null && value !== '');
	const [first, second] = [...new Map(texts)];
	if (!first || !second) return unchecked('Counterparties have fewer than two filled fields');
	const path = `/counterparties/${encodeURIComponent((await trial.contract()).counterpartyId)}`;
	await trial.send('PATCH', path, { fields: Object.fromEntries([first]) });
	const { status } = await trial.send('PATCH', path, { fields: Object.fromEntries([second]) });
	const { fields } = await service.record(path);
	await trial.send('PATCH', path, { status: 'archived' });
	if (status >= 300) return unchecked(`PATCH answered ${status}`);
	return isRow(fields) && first[0] in fields
		? held()
		: accepted('it replaces fields; the node sends the merged map');
}
