import { randomUUID } from 'node:crypto';
import { answering, type Answer, type Asked } from './answering.mts';
import { pdf } from './binary.mts';

type Row = Record<string, unknown>;
/** What a route is asked: the ids in its path beside what every request has. */
type Ask = Asked & { ids: string[] };

const uuid = (kind: string) => `${kind}0000000-0000-4000-8000-000000000001`.slice(-36);

/** Ids of what there is one of. */
export const IDS = {
	TYPE: uuid('b'),
	TEMPLATE: uuid('d'),
	LAW: uuid('e'),
	PURPOSE: uuid('f'),
	COMPANY: uuid('c'),
	FOLDER: uuid('9'),
	MEMBER: uuid('8'),
	TABLE: uuid('a'),
	COLUMN: uuid('7'),
};
const { TYPE, TEMPLATE, LAW, PURPOSE, COMPANY, MEMBER, TABLE, COLUMN } = IDS;
const AT = '2026-01-01T00:00:00.000Z';
const DATES = { createdAt: AT, updatedAt: AT };

/**
 * A service written from the specification alone, without anything of the sandbox, that has names and ways of its own where
 * the specification leaves them open.
 */
export async function ownService() {
	const contracts = ['Audit', 'Lease', 'Supply'].map((name, i) => contractNamed(name, i));
	const clauses = ['Liability', 'Payment'].map(clauseNamed);
	const uploads = new Map<string, string>();
	let company: Row = { ...DATES, id: COMPANY, name: 'Acme', status: 'active', logoUrl: '' };
	company.fields = { [LAW]: 'FR1' };
	let records: Row[] = [];
	const service = await answering((asked) => answer(asked));
	const { origin } = new URL(service.baseUrl);

	/** The contract of the path, as the change leaves it, or the answer about it. */
	const ofContract = (answer: (contract: Contract, ask: Ask) => unknown) => (ask: Ask) => {
		const contract = contracts.find(({ id }) => id.endsWith(ask.ids[0]!.slice(-36)));
		return contract && { body: answer(contract, ask) };
	};
	const change = (contract: Contract, more: Row) =>
		Object.assign(contract, more, { updatedAt: new Date().toISOString() });
	const recordsOf = (contractId?: string) => ({ customObjectId: TABLE, contractId, records });

	const routes: Record<string, (ask: Ask) => Answer | undefined> = {
		'GET /organization': () => ({ body: { id: uuid('0'), name: 'Own', slug: 'own' } }),
		'GET /storage/:id': () => FILE,
		'PUT /storage/:id': ({ ids: [key], body }) => {
			uploads.set(key!, String(body));
			return {};
		},
		'POST /files/upload-url': () => {
			const key = randomUUID();
			return { body: { storageKey: key, target: `${origin}/v2/storage/${key}` } };
		},
		'GET /contract-types/:id/creation-form': () => ({ body: FORM }),
		'GET /clauses': ({ query }) => refusing(query, 'name') ?? listOf(clauses, query, 'search'),
		'GET /clauses/:id': ({ ids: [wanted] }) => {
			const clause = clauses.find(({ id }) => id === wanted);
			return clause && { body: { ...clause, content: [], contentText: 'Whoever …' } };
		},
		'GET /counterparties': ({ query }) => listOf([company as Contract], query, 'name'),
		'GET /counterparties/:id': ({ ids: [id] }) => (id === COMPANY ? { body: company } : undefined),
		'PATCH /counterparties/:id': ({ body }) => ({
			body: (company = { ...company, ...(body as Row) }),
		}),
		'PATCH /members/:id': ({ body }) => ({ body: { ...MEMBER_ROW, ...(body as Row) } }),
		'GET /custom-objects/:id': () => ({ body: TABLE_ROW }),
		'GET /custom-objects/:id/contract/:id/records': ({ ids: [, id] }) => ({ body: recordsOf(id) }),
		'PUT /custom-objects/:id/contract/:id/records': ({ ids: [, id], body }) => {
			records = (body as { records: Row[] }).records.map(recordOf);
			return { body: recordsOf(id) };
		},
		'GET /contracts': ({ query }) => refusing(query, 'name') ?? listOf(contracts, query, 'q'),
		'POST /contracts': ({ body }) => {
			const { fields, name, integration = null } = body as Row;
			if (!Array.isArray(fields)) return refusal('NO_LIST');
			const contract = contractNamed(String(name), contracts.length, 'draft');
			const filled = fields.map((field: Row) => ({ ...field, name: 'x' }));
			contracts.push(Object.assign(contract, { integration, fields: filled }));
			return { status: 201, body: JSON.stringify(contract.id) };
		},
		'GET /contracts/:id': ofContract((contract) => contract),
		'PATCH /contracts/:id': ofContract((contract, { body }) => change(contract, body as Row)),
		'GET /contracts/:id/consolidated': ofContract((contract) => contract),
		'GET /contracts/:id/clauses': ofContract(({ id, contractUrl }) => [
			{
				id: uuid('6'),
				contractId: id.slice(-36),
				isCustom: false,
				clause: clauses[0],
				contractUrl,
			},
		]),
		'GET /contracts/:id/signed-files': ofContract(() => [
			{ href: `${origin}/v2/storage/file`, caption: 'signed.pdf', kind: 'application/pdf' },
		]),
		'GET /contracts/:id/current-version': () => FILE,
		'POST /contracts/:id/signatures/send': ofContract((contract) =>
			change(contract, { status: 'signing' }),
		),
		'POST /contracts/:id/signed-version': ({ ids: [id], body }) => {
			const { files, signatureDate } = body as { files: Row[]; signatureDate: string };
			if (!files.every(({ key }) => uploads.has(String(key)))) return refusal('NO_FILE');
			change(contracts.find((one) => one.id === id)!, { status: 'signed', signatureDate });
			return { status: 204 };
		},
	};

	function answer(asked: Asked): Answer | undefined {
		const steps = asked.path.split('/').filter(Boolean);
		for (const [route, handle] of Object.entries(routes)) {
			const [method, path = ''] = route.split(' ');
			const names = path.split('/').filter(Boolean);
			const isIt = names.every((name, i) => name === ':id' || name === steps[i]);
			if (method !== asked.method || names.length !== steps.length || !isIt) continue;
			return handle({ ...asked, ids: steps.filter((_step, i) => names[i] === ':id') });
		}
		return undefined;
	}

	return { ...service, contracts, clauses, uploads, change };
}

const refusal = (errorId: string): Answer => ({ status: 400, body: { error: { errorId } } });
/** What it does not know, it refuses. */
const refusing = (query: URLSearchParams, name: string) =>
	query.has(name) ? refusal('UNKNOWN_PARAMETER') : undefined;

const FILE: Answer = { body: pdf('signed'), headers: { 'content-type': 'application/pdf' } };

const MEMBER_ROW = {
	...{ id: MEMBER, role: 'USER', status: 'active', groupIds: [] },
	user: { email: 'a@example.com', firstname: 'A', lastname: 'B' },
};

const FORM = {
	contractTypeId: TYPE,
	templates: [{ id: TEMPLATE, name: 'Standard' }],
	inputs: [
		{
			fieldId: LAW,
			caption: 'Governing law',
			type: 'select',
			mandatory: true,
			choices: [
				{ value: 'fr', label: 'France' },
				{ value: 'de', label: 'Germany' },
			],
		},
		{ fieldId: PURPOSE, caption: 'Purpose', type: 'text', mandatory: false },
	],
};

const TABLE_ROW = {
	id: TABLE,
	name: 'Places',
	smart_fields: [{ id: COLUMN, name: 'Town', type: 'string', related_object_id: null }],
	help_text: 'Where it is delivered',
};

function recordOf({ id, fields }: Row): Row {
	const values = (fields as Array<{ smartFieldId: string; value: unknown }>).map(
		({ smartFieldId, value }) => ({
			smartFieldId,
			type: 'string',
			rawValue: value,
			resolvedValue: value,
		}),
	);
	return { id: id ?? randomUUID(), fromCatalogRecordId: null, fields: values };
}

type Contract = Row & { id: string; name: string; contractUrl: string };

function contractNamed(name: string, nth: number, status = 'signed'): Contract {
	const at = new Date(Date.UTC(2026, 0, 1 + nth)).toISOString();
	return {
		id: `contract_${randomUUID()}`,
		...{ name, status, folderId: null, fields: [], signatories: [], integration: null },
		counterparty: { id: COMPANY, name: 'Acme' },
		contractType: { id: TYPE, name: 'Sales' },
		templateId: TEMPLATE,
		initialContractId: null,
		author: { id: MEMBER, email: 'a@example.com' },
		...{ createdAt: at, updatedAt: at },
		contractUrl: 'https://app.example.com/own/project/x',
		contractMembers: [],
	};
}

function clauseNamed(name: string) {
	return {
		...DATES,
		id: randomUUID(),
		name,
		description: '',
		organizationId: uuid('0'),
		languages: ['en'],
	};
}

/** The page of the rows that fit, in the order of `sort`. */
function listOf(
	rows: Array<Row & { name: string }>,
	query: URLSearchParams,
	nameFilter: string,
): Answer {
	const [sort = ''] = (query.get('sort') ?? '-createdAt').split(',');
	const [field, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
	const part = query.get(nameFilter)?.toLowerCase() ?? '';
	const statuses = query.get('status')?.replace(/^in:/, '').split(',');
	const found = rows
		.filter(({ name }) => name.toLowerCase().includes(part))
		.filter(({ status }) => statuses?.includes(String(status)) ?? true)
		.toSorted((a, b) => (String(a[field!]) < String(b[field!]) ? -sign : sign));
	const from = Number(query.get('after') ?? 0);
	const limit = Number(query.get('limit') ?? 20);
	const isLast = from + limit >= found.length;
	return {
		body: {
			data: found.slice(from, from + limit),
			pagination: {
				limit,
				next_cursor: isLast ? null : String(from + limit),
				prev_cursor: null,
				has_next: !isLast,
				has_previous: from > 0,
			},
			links: { self: '/x' },
		},
	};
}
