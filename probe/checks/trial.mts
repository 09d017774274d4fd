import { NotAnswered } from '../check.mts';
import type { Answer } from '../client.mts';
import { isRow, isWrapped, textOf, unwrapped, type Row } from '../reading.mts';
import type { Service } from '../service.mts';

/** What the probe created: everything that it writes to afterwards. */
export interface Created {
	contractId: string;
	counterpartyId: string;
	/** In which form `fields` was taken. */
	fieldsAs: 'array' | 'object';
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
		const select = formFields(await this.form()).find(({ type }) => type === 'select');
		const id = textOf(select, 'id') ?? textOf(select, 'attributeDefinitionId');
		if (!id) return undefined;
		const { fields, ...body } = this.lastBody ?? {};
		const asked = Array.isArray(fields)
			? [...fields, { attributeDefinitionId: id, value: UNKNOWN_OPTION }]
			: { ...(fields as Row), [id]: UNKNOWN_OPTION };
		return await this.send('POST', '/contracts', { ...body, fields: asked });
	}

	private async create(): Promise<Created> {
		for (const fieldsAs of ['object', 'array'] as const) {
			const body = await this.body(fieldsAs);
			const answer = await this.send('POST', '/contracts', body);
			if (answer.status >= 300) continue;
			this.lastBody = body;
			return {
				...(await this.ids(answer)),
				fieldsAs,
				answered: answer.body,
				status: answer.status,
			};
		}
		throw new NotAnswered('POST /contracts refused the contract of the probe');
	}

	private async ids({ body }: Answer) {
		const contractId = typeof body === 'string' ? body : textOf(unwrapped(body), 'id');
		if (!contractId) throw new NotAnswered('POST /contracts answered without an id');
		const contract = await this.service.record(`/contracts/${encodeURIComponent(contractId)}`);
		return { contractId, counterpartyId: textOf(contract, 'counterparty', 'id') ?? '' };
	}

	private async body(fieldsAs: Created['fieldsAs']): Promise<Row> {
		const form = await this.form();
		const template = (Array.isArray(form.templates) ? form.templates : []).find(isRow);
		const values = formFields(form)
			.filter(({ required }) => required === true)
			.map((field) => [String(field.id ?? field.attributeDefinitionId), valueFor(field)] as const);
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

const UNKNOWN_OPTION = 'No such option';

/** Whether the answer to a creation is the contract, and if not, what it is instead. */
export function creationForm({ answered }: Created): string {
	if (typeof answered === 'string') return 'the id as a text';
	if (isWrapped(answered)) return 'the contract in data';
	return isRow(answered) && Object.keys(answered).length < 3 ? 'the id only' : 'the contract';
}

function formFields(form: Row): Row[] {
	const list = [form.fields, form.smartFields, form.smart_fields].find(Array.isArray);
	return (list ?? []).filter(isRow);
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
