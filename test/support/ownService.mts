import { randomUUID } from 'node:crypto';
import { answering, type Answer, type Asked } from './answering.mts';
import { pdf } from './binary.mts';

type Row = Record<string, unknown>;

const TYPE = 'ba000000-0000-4000-8000-000000000001';
const TEMPLATE = 'bb000000-0000-4000-8000-000000000001';
const LAW = 'f0000000-0000-4000-8000-000000000001';
const PURPOSE = 'f0000000-0000-4000-8000-000000000002';
const COMPANY = 'c0000000-0000-4000-8000-000000000001';

export const IDS = { TYPE, TEMPLATE, LAW, PURPOSE, COMPANY };

/**
 * A service written from the specification alone, without anything of the sandbox, that has names and ways of its own where
 * the specification leaves them open.
 */
export async function ownService() {
	const contracts = ['Audit', 'Lease', 'Supply'].map((name, i) => contractNamed(name, i));
	const clauses = ['Liability', 'Payment'].map(clauseNamed);
	const uploads = new Map<string, string>();
	const service = await answering((asked) => answer(asked));
	const { origin } = new URL(service.baseUrl);

	function answer({ method, path, query, body }: Asked): Answer | undefined {
		const [, collection, id, below] = path.split('/');
		if (path === '/organization') return { body: { id: randomUUID(), name: 'Own', slug: 'own' } };
		if (collection === 'storage') return method === 'PUT' ? put(id!, body) : { ...FILE };
		if (path === '/files/upload-url') return { body: ticket() };
		if (collection === 'contract-types') return { body: FORM };
		if (path === '/clauses') return { body: page(named(clauses, query, 'search'), query) };
		if (path === '/counterparties') return { body: page([COUNTERPARTY], query) };
		if (path === '/counterparties/' + COMPANY) return { body: COUNTERPARTY };
		if (path === '/contracts' && method === 'POST') return created(body as Row);
		if (path === '/contracts') return list(query);
		const contract = contracts.find((one) => one.id === id);
		if (collection !== 'contracts' || !contract) return undefined;
		const link = {
			href: `${origin}/v2/storage/file`,
			caption: 'signed.pdf',
			kind: 'application/pdf',
		};
		if (below === 'signed-files') return { body: [link] };
		return below === undefined ? { body: contract } : undefined;
	}

	function list(query: URLSearchParams): Answer {
		// What it does not know, it refuses.
		if (query.has('name'))
			return { status: 400, body: { error: { errorId: 'UNKNOWN_PARAMETER' } } };
		const [field = 'createdAt', sign] = sortOf(query.get('sort') ?? '-createdAt');
		const rows = named(contracts, query, 'q').toSorted((a, b) =>
			String(a[field]) < String(b[field]) ? -sign : sign,
		);
		const statuses = query.get('status');
		return {
			body: page(statuses ? rows.filter(({ status }) => status === statuses) : rows, query),
		};
	}

	function created({ fields, name }: Row): Answer {
		if (!Array.isArray(fields)) return { status: 400, body: { error: { errorId: 'NO_LIST' } } };
		const contract = contractNamed(String(name), contracts.length, 'draft');
		contract.fields = fields.map((field: Row) => ({ ...field, name: 'x' }));
		contracts.push(contract);
		return { status: 201, body: JSON.stringify(contract.id) };
	}

	function ticket(): Row {
		const key = randomUUID();
		return { storageKey: key, target: `${origin}/v2/storage/${key}` };
	}

	function put(key: string, body: unknown): Answer {
		uploads.set(key, String(body));
		return {};
	}

	return { ...service, contracts, uploads };
}

const FILE: Answer = { body: pdf('signed'), headers: { 'content-type': 'application/pdf' } };

const COUNTERPARTY = {
	id: COMPANY,
	name: 'Acme',
	status: 'active',
	logoUrl: '',
	fields: {},
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
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

function contractNamed(name: string, nth: number, status = 'signed') {
	const at = new Date(Date.UTC(2026, 0, 1 + nth)).toISOString();
	return {
		id: `contract_${randomUUID()}`,
		name,
		status,
		counterparty: { id: COMPANY, name: 'Acme' },
		contractType: { id: TYPE, name: 'Sales' },
		templateId: TEMPLATE,
		initialContractId: null,
		folderId: null,
		author: { id: randomUUID(), email: 'a@example.com' },
		fields: [] as Row[],
		signatories: [],
		integration: null,
		createdAt: at,
		updatedAt: at,
		contractUrl: 'https://app.example.com/own/project/x',
		contractMembers: [],
	} as Row & { id: string; name: string; fields: Row[] };
}

function clauseNamed(name: string) {
	const at = '2026-01-01T00:00:00.000Z';
	const organizationId = randomUUID();
	return {
		id: randomUUID(),
		name,
		description: '',
		organizationId,
		languages: ['en'],
		createdAt: at,
		updatedAt: at,
	};
}

function named<T extends { name: string }>(
	rows: T[],
	query: URLSearchParams,
	parameter: string,
): T[] {
	const wanted = query.get(parameter)?.toLowerCase() ?? '';
	return rows.filter(({ name }) => name.toLowerCase().includes(wanted));
}

function sortOf(sort: string): [field: string, sign: 1 | -1] {
	const [first = ''] = sort.split(',');
	return [first.replace('-', ''), first.startsWith('-') ? -1 : 1];
}

function page(rows: object[], query: URLSearchParams) {
	const from = Number(query.get('after') ?? 0);
	const limit = Number(query.get('limit') ?? 20);
	const isLast = from + limit >= rows.length;
	return {
		data: rows.slice(from, from + limit),
		pagination: {
			limit,
			next_cursor: isLast ? null : String(from + limit),
			prev_cursor: null,
			has_next: !isLast,
			has_previous: from > 0,
		},
		links: { self: '/x' },
	};
}
