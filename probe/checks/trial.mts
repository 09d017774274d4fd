import { NotAnswered } from '../check.mts';
import type { Answer } from '../client.mts';
import { learnForm } from './forms.mts';
import { isRow, textOf, unwrapped, type Row } from '../reading.mts';
import type { Service } from '../service.mts';

/** What the probe created: everything that it writes to afterwards. */
export interface Created {
	contractId: string;
	counterpartyId: string;
	/** In which form `fields` came into the contract; `unseen` when it shows none of the values. */
	fieldsAs: 'array' | 'object' | 'unseen';
	/** The body that it was created with. */
	asked: Row;
	/** The body of the answer. */
	answered: unknown;
	status: number;
}

/** One contract with a counterparty of its own, made for the checks that change something. */
export class Trial {
	private readonly name = `Probe ${new Date().toISOString()}`;
	private created?: Promise<Created>;
	private lastBody?: Row;

	private readonly service: Service;

	constructor(service: Service) {
		this.service = service;
	}

	/** Creates the contract at the first call. */
	async contract(): Promise<Created> {
		this.created ??= this.create();
		return await this.created;
	}

	/** A change to something that the probe created. */
	async send(method: string, path: string, body: unknown): Promise<Answer> {
		return await this.service.client.request(method, path, { body });
	}

	/** Asks for the same contract with an option that does not exist; undefined when the form has no select. */
	async withUnknownOption(): Promise<Answer | undefined> {
		await this.contract();
		const fields = learnForm(this.service, await this.form());
		const select = fields.find(({ type }) =>
			/^(single.?)?(select|dropdown|enum)/i.test(String(type)),
		);
		const id = textOf(select, this.service.holds('creation-form-field-id'));
		if (!id) return undefined;
		const { fields: given, ...body } = this.lastBody ?? {};
		const asked = Array.isArray(given)
			? [...given, { attributeDefinitionId: id, value: UNKNOWN_OPTION }]
			: { ...(given as Row), [id]: UNKNOWN_OPTION };
		return await this.send('POST', '/contracts', { ...body, fields: asked });
	}

	/** A record as it is now, which `Service` may have read before. */
	async fresh(path: string): Promise<Row> {
		const { body } = await this.service.client.request('GET', path);
		const record = unwrapped(body);
		return isRow(record) ? record : {};
	}

	/** In the form of `fields` that the contract shows the values of; else in the first one that was taken. */
	private async create(): Promise<Created> {
		let taken: Created | undefined;
		for (const fieldsAs of ['object', 'array'] as const) {
			const body = await this.body(fieldsAs);
			const answer = await this.send('POST', '/contracts', body);
			if (answer.status >= 300) continue;
			this.lastBody = body;
			const { contract, ...ids } = await this.ids(answer);
			const isSeen = shows(contract, body.fields);
			const created = { ...ids, asked: body, answered: answer.body, status: answer.status };
			if (isSeen) return { ...created, fieldsAs };
			taken ??= { ...created, fieldsAs: 'unseen' };
		}
		if (taken) return taken;
		throw new NotAnswered('POST /contracts refused the contract of the probe');
	}

	private async ids({ body }: Answer) {
		const contractId = typeof body === 'string' ? body : textOf(unwrapped(body), 'id');
		if (!contractId) throw new NotAnswered('POST /contracts answered without an id');
		const contract = await this.service.record(`/contracts/${encodeURIComponent(contractId)}`);
		const counterpartyId = textOf(contract, 'counterparty', 'id') ?? '';
		return { contract, contractId, counterpartyId };
	}

	private async body(fieldsAs: Created['fieldsAs']): Promise<Row> {
		const form = await this.form();
		const template = (Array.isArray(form.templates) ? form.templates : []).find(isRow);
		const { service } = this;
		const values = learnForm(service, form)
			.filter(
				(field) =>
					field[service.holds('field-required')] === true ||
					/^(text|string)$/i.test(String(field.type)),
			)
			.map((field) => {
				const options = field[service.holds('field-options')];
				const id = String(field[service.holds('creation-form-field-id')]);
				return [id, valueFor({ type: field.type, options })] as const;
			});
		return {
			contractTypeId: await this.service.contractTypeId(),
			templateId: textOf(template, 'id'),
			counterparty: { name: this.name },
			name: this.name,
			fields:
				fieldsAs === 'object'
					? Object.fromEntries(values)
					: values.map(([attributeDefinitionId, value]) => ({ attributeDefinitionId, value })),
		};
	}

	private async form(): Promise<Row> {
		return await this.service.record(
			`/contract-types/${await this.service.contractTypeId()}/creation-form`,
		);
	}
}

/** Whether the contract has any of the values; one without values says nothing against their form. */
function shows(contract: Row, fields: unknown): boolean {
	const ids = Array.isArray(fields)
		? fields.map(({ attributeDefinitionId }: Row) => attributeDefinitionId)
		: Object.keys(fields as Row);
	const rows = Array.isArray(contract.fields) ? contract.fields.filter(isRow) : [];
	const found = rows.filter(({ value }) => value !== null && value !== undefined && value !== '');
	return ids.length === 0 || found.some((row) => ids.includes(row.attributeDefinitionId));
}

export const UNKNOWN_OPTION = 'No such option';

/** What the answer to a creation is, as the profile names it. */
export function creationForm({ answered }: Created): string {
	const shown = unwrapped(answered);
	if (typeof shown === 'string') return 'text';
	return isRow(shown) && Object.keys(shown).length < 3 ? 'id' : 'contract';
}

function valueFor({ type, options }: Row): unknown {
	const [option] = Array.isArray(options) ? options : [];
	const choice = isRow(option) ? (option.id ?? option.value) : option;
	if (choice !== undefined) return /multi/i.test(String(type)) ? [choice] : choice;
	if (/number|decimal|integer/i.test(String(type))) return 1;
	if (/bool|check/i.test(String(type))) return false;
	if (/date/i.test(String(type))) return new Date().toISOString().slice(0, 10);
	if (/rich/i.test(String(type))) return [{ type: 'paragraph', children: [{ text: 'Probe' }] }];
	return 'Probe';
}
