/** Bodies as the demo seed takes and answers them: examples of the OpenAPI document, by operation. Tests send the requests. */
interface Example {
	request?: object;
	response?: unknown;
}

/** An ID of the demo seed. */
const id = (group: string, number: number) =>
	`${group}000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const times = { createdAt: '2026-11-02T08:30:00.000Z', updatedAt: '2026-11-20T15:12:41.000Z' };
const priya = { id: id('e0', 3), email: 'priya.raman@meridian-components.example' };
const company = { id: id('cf', 4), name: 'Bergström Energi AB' };
const nda = { id: id('c7', 2), name: 'Non-Disclosure Agreement' };
const link = {
	type: 'crmOne',
	externalId: 'DEAL-2101',
	externalEntity: 'deal',
	externalUrl: 'https://crm.example/deals/DEAL-2101',
};
const contractUrl = `http://127.0.0.1:4010/meridian-components/project/contract_${id('d0', 12)}`;
const purpose = {
	attributeDefinitionId: id('f1', 12),
	name: 'Purpose',
	value: 'Audit of suppliers',
};

const contract = {
	id: `contract_${id('d0', 12)}`,
	name: 'NDA Bergström Energi 2026',
	status: 'draft',
	counterparty: company,
	contractType: nda,
	templateId: id('7e', 201),
	initialContractId: null,
	folderId: id('fd', 2),
	author: priya,
	fields: [purpose],
	signatories: [{ ...priya, name: 'Priya Raman', type: 'member' }],
	integration: link,
	...{ signatureDate: null, startAt: null, endAt: null },
	...times,
	contractUrl,
	contractMembers: [priya],
};

const counterparty = {
	...company,
	status: 'active',
	logoUrl: 'https://logos.example/bergstrom-energi-ab.png',
	fields: { [id('f2', 1)]: 'Sweden', [id('f2', 5)]: 'CRM-1004' },
	...times,
};

const clause = {
	id: id('cb', 6),
	name: 'Governing law and venue',
	description: 'Law and courts',
	organizationId: id('0a', 1),
	languages: ['en'],
	...times,
};

const contentText = 'The contract is governed by the law that it names; its courts are competent.';

const field = (number: number, type: string, value: unknown) => ({
	smartFieldId: id('5f', number),
	type,
	...{ rawValue: value, resolvedValue: value },
});
const records = {
	customObjectId: id('c0', 1),
	contractId: id('d0', 12),
	records: [
		{
			id: 'a4b0f5d2-6d43-4d0c-9a51-0f5b6d1c7e21',
			fromCatalogRecordId: null,
			fields: [field(101, 'string', 'Heat pump'), field(102, 'number', 3)],
		},
	],
};

const upload = { name: 'nda.pdf', contentType: 'application/pdf' };
const uploaded = 'meridian-components/uploads/9cee423f-1ef5-4c58-871f-376935cfe851';
const file = { ...upload, url: 'http://127.0.0.1:4010/storage/files/nda.pdf?signature=…' };

const page = (record: object, path: string) => ({
	data: [record],
	pagination: {
		...{ limit: 20, next_cursor: null, prev_cursor: null },
		...{ has_next: false, has_previous: false },
	},
	links: { self: path, next: null, prev: null },
});

const line = (number: number, value: unknown) => ({ smartFieldId: id('5f', number), value });

export const EXAMPLES: Record<string, Example> = {
	listContracts: { response: page(contract, '/contracts?status=draft') },
	createContract: {
		request: {
			contractTypeId: nda.id,
			templateId: id('7e', 201),
			counterpartyId: company.id,
			name: contract.name,
			fields: { [purpose.attributeDefinitionId]: purpose.value },
			integration: link,
		},
		response: contract,
	},
	getContract: { response: contract },
	updateContract: { request: { folderId: id('fd', 2) }, response: contract },
	getConsolidatedContract: { response: contract },
	getContractClauses: {
		response: [
			{
				id: id('cc', 101),
				contractId: id('d0', 12),
				isCustom: true,
				clause: { id: clause.id, name: clause.name },
				contractUrl,
			},
		],
	},
	getSignedFiles: { response: [file] },
	getCurrentVersion: { response: file },
	markAsSigned: {
		request: {
			files: [{ key: uploaded, ...upload }],
			signatureDate: '2026-11-20T15:12:41.000Z',
		},
	},
	sendForSignature: {
		request: { message: 'Please sign by Friday' },
		response: { status: 'signing' },
	},
	getCreationForm: {
		response: {
			contractTypeId: nda.id,
			templates: [{ id: id('7e', 201), name: 'Mutual NDA' }],
			fields: [
				{
					...{ id: purpose.attributeDefinitionId, name: purpose.name, type: 'text' },
					...{ required: false, options: [], helpText: null },
				},
			],
		},
	},
	listCounterparties: { response: page(counterparty, '/counterparties?name=berg') },
	getCounterparty: { response: counterparty },
	updateCounterparty: {
		request: { name: counterparty.name, fields: { [id('f2', 1)]: 'Sweden' } },
		response: counterparty,
	},
	listClauses: { response: page(clause, '/clauses') },
	getClause: {
		response: {
			...clause,
			content: [{ type: 'paragraph', children: [{ text: contentText }] }],
			contentText,
		},
	},
	getCustomObject: {
		response: {
			id: records.customObjectId,
			name: 'Line items',
			smart_fields: [
				{ id: id('5f', 101), name: 'Description', type: 'string', related_object_id: null },
				{ id: id('5f', 103), name: 'Product', type: 'relation', related_object_id: id('c0', 2) },
			],
			help_text: 'What is delivered under the contract',
		},
	},
	getContractRecords: { response: records },
	upsertContractRecords: {
		request: {
			records: [
				{ id: null, fromCatalogRecordId: null, fields: [line(101, 'Heat pump'), line(102, 3)] },
			],
		},
		response: records,
	},
	updateMember: {
		request: { role: 'MANAGER', substituteId: id('e0', 2) },
		response: {
			...{ id: priya.id, role: 'MANAGER', status: 'active' },
			user: { email: priya.email, firstname: 'Priya', lastname: 'Raman' },
			groupIds: [id('9a', 1)],
			...times,
		},
	},
	createUploadUrl: {
		request: upload,
		response: { key: uploaded, url: 'http://127.0.0.1:4010/storage/uploads/…?signature=…' },
	},
	getOrganization: {
		response: { id: id('0a', 1), name: 'Meridian Components', slug: 'meridian-components' },
	},
};
