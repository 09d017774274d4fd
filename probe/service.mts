import { assumedOf, type EntryId } from '../sandbox/profile/entries.mts';
import { NotAnswered, NotUnderstood } from './check.mts';
import type { Answer, Client, RequestOptions } from './client.mts';
import { isRow, pageOf, textOf, unwrapped, type PageRead, type Row } from './reading.mts';

/** What the person named on the command line, as the API has no list of it. */
export interface Given {
	contractId?: string;
	contractTypeId?: string;
	customObjectId?: string;
}

type Query = NonNullable<RequestOptions['query']>;

/** What the checks read. Every address is read once, however many checks look at it. */
export class Service {
	readonly client: Client;
	readonly given: Given;
	/** Whether requests that change something may be sent. */
	readonly mayWrite: boolean;
	/** The entries of the profile in which the service differs. */
	readonly profile: Record<string, string> = {};
	private readonly answers = new Map<string, Promise<Answer>>();

	constructor(client: Client, given: Given, mayWrite: boolean) {
		this.client = client;
		this.given = given;
		this.mayWrite = mayWrite;
	}

	/** What holds for the entry: what a check found, else what is assumed. */
	holds(entry: EntryId): string {
		return this.profile[entry] ?? assumedOf(entry);
	}

	/** Keeps what a check found. */
	found(entry: EntryId, value: string): void {
		if (value === assumedOf(entry)) delete this.profile[entry];
		else this.profile[entry] = value;
	}

	/** The answer to a GET, whatever its status. */
	async read(path: string, query: Query = {}, options: RequestOptions = {}): Promise<Answer> {
		const key = JSON.stringify([path, query, options]);
		const known = this.answers.get(key);
		if (known) return await known;
		const answer = this.client.request('GET', path, { ...options, query });
		this.answers.set(key, answer);
		return await answer;
	}

	/** The JSON of a GET that has to succeed. */
	async json(path: string, query?: Query): Promise<unknown> {
		const { status, kind, body } = await this.read(path, query);
		if (status === 200 && kind === 'json') return body;
		const said = `GET ${templateOf(path)} answered ${status}`;
		if (status === 200) throw new NotUnderstood(`${said} with no JSON (${kind})`);
		throw new NotAnswered(said);
	}

	/** A record without its wrapper. */
	async record(path: string): Promise<Row> {
		const record = unwrapped(await this.json(path));
		if (isRow(record)) return record;
		throw new NotUnderstood(`GET ${templateOf(path)} answered with something other than a record`);
	}

	/** A page of a list. */
	async page(path: string, query?: Query): Promise<PageRead> {
		const page = pageOf(await this.json(path, query));
		if (page) return page;
		throw new NotUnderstood(`GET ${templateOf(path)} answered with something other than a list`);
	}

	/** A broad sample of the newest contracts: the longest page that the specification allows. */
	async contracts(): Promise<Row[]> {
		const { rows } = await this.page('/contracts', { limit: 100 });
		if (rows.length > 0) return rows;
		throw new NotAnswered('The organization has no contracts');
	}

	/** The contract that the person named, else the newest, read on its own. */
	async contract(status?: string): Promise<Row> {
		return await this.record(`/contracts/${await this.contractId(status)}`);
	}

	/** The id of the named contract or of the newest with this status. */
	async contractId(status?: string): Promise<string> {
		if (this.given.contractId && !status) return encodeURIComponent(this.given.contractId);
		const row = (await this.contracts()).find((contract) => !status || contract.status === status);
		const id = textOf(row, 'id');
		if (id) return encodeURIComponent(id);
		throw new NotAnswered(`No contract${status ? ` is ${status}` : ''} among the newest 100`);
	}

	/** A contract type: the named one, else that of the contract. */
	async contractTypeId(): Promise<string> {
		const id = this.given.contractTypeId ?? textOf(await this.contract(), 'contractType', 'id');
		if (id) return encodeURIComponent(id);
		throw new NotAnswered('Name a contract type with --contract-type');
	}

	async counterparties(): Promise<Row[]> {
		const { rows } = await this.page('/counterparties', { limit: 50 });
		if (rows.length > 0) return rows;
		throw new NotAnswered('The organization has no counterparties');
	}

	async clauses(): Promise<Row[]> {
		const { rows } = await this.page('/clauses', { limit: 50 });
		if (rows.length > 0) return rows;
		throw new NotAnswered('The organization has no clauses');
	}
}

/** `/contracts/contract_3f2…` becomes `/contracts/{id}`: ids stay out of the report. */
function templateOf(path: string): string {
	return path.replace(/[^/]*[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{id}');
}
