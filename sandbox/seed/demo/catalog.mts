import { insert, type Database } from '../../store/database.mts';
import { MEMBERS, ORGANIZATIONS } from '../base.mts';
import { fixedId } from '../ids.mts';

const organization_id = ORGANIZATIONS.main.id;

export const CUSTOM_OBJECTS = {
	lineItems: fixedId('c0', 1),
	products: fixedId('c0', 2),
	milestones: fixedId('c0', 3),
} as const;

/** Smart fields of contracts by a short name. Together the forms hold every field type. */
export const CONTRACT_FIELDS = {
	reference: field(1, 'Reference', 'text', { help_text: 'Your own number, e.g. PO-2041' }),
	value: field(2, 'Contract value', 'number', { help_text: 'Net amount in EUR' }),
	startDate: field(3, 'Start date', 'date'),
	endDate: field(4, 'End date', 'date'),
	autoRenewal: field(5, 'Auto-renewal', 'boolean'),
	paymentTerm: field(6, 'Payment term', 'select', {
		options: options('15 days', '30 days', '60 days', '90 days'),
	}),
	regions: field(7, 'Regions', 'multiSelect', { options: options('EMEA', 'Americas', 'APAC') }),
	scope: field(8, 'Scope of work', 'richText', { help_text: 'Shown in section 2 of the document' }),
	product: field(9, 'Main product', 'relation', { related_object_id: CUSTOM_OBJECTS.products }),
	law: field(10, 'Governing law', 'select', {
		options: options('Germany', 'France', 'United Kingdom', 'New York'),
	}),
	confidentiality: field(11, 'Confidentiality period', 'number', { help_text: 'Months' }),
	purpose: field(12, 'Purpose', 'text'),
} as const;
export type FieldName = keyof typeof CONTRACT_FIELDS;

export const COUNTERPARTY_FIELDS = {
	country: counterpartyField(1, 'Country', 'text'),
	vatNumber: counterpartyField(2, 'VAT number', 'text'),
	industry: counterpartyField(3, 'Industry', 'select', {
		options: options('Manufacturing', 'Logistics', 'Software', 'Retail', 'Energy'),
	}),
	employees: counterpartyField(4, 'Employees', 'number'),
	crmId: counterpartyField(5, 'CRM id', 'text'),
} as const;

/** The contract types of the demo company. `!` marks a field that is required. */
export const TYPES = [
	{
		id: fixedId('c7', 1),
		name: 'Master Service Agreement',
		author_id: MEMBERS[1]!.id,
		starts_when_signed: 1,
		end_field_id: CONTRACT_FIELDS.endDate.id,
		templates: ['MSA standard', 'MSA short form'],
		fields: ['reference!', 'paymentTerm!', 'value', 'endDate', 'autoRenewal', 'law', 'scope'],
	},
	{
		id: fixedId('c7', 2),
		name: 'Non-Disclosure Agreement',
		author_id: MEMBERS[2]!.id,
		starts_when_signed: 1,
		end_field_id: CONTRACT_FIELDS.endDate.id,
		templates: ['Mutual NDA', 'One-way NDA'],
		fields: ['purpose', 'confidentiality', 'law', 'endDate'],
	},
	{
		id: fixedId('c7', 3),
		name: 'Subscription Order',
		author_id: MEMBERS[0]!.id,
		starts_when_signed: 0,
		start_field_id: CONTRACT_FIELDS.startDate.id,
		end_field_id: CONTRACT_FIELDS.endDate.id,
		templates: ['Order form', 'Order form with annex', 'Renewal'],
		fields: [
			'reference!',
			'startDate!',
			'endDate!',
			'value',
			'paymentTerm',
			'regions',
			'product',
			'autoRenewal',
			'scope',
		],
	},
] as const;

export function templateId(typeIndex: number, templateIndex: number): string {
	return fixedId('7e', (typeIndex + 1) * 100 + templateIndex + 1);
}

export function seedCatalog(database: Database): void {
	for (const definition of Object.values(CONTRACT_FIELDS)) {
		insert(database, 'field_definitions', definition);
	}
	for (const definition of Object.values(COUNTERPARTY_FIELDS)) {
		insert(database, 'field_definitions', definition);
	}
	for (const [index, { templates, fields, ...type }] of TYPES.entries()) {
		insert(database, 'contract_types', { organization_id, ...type });
		for (const [position, name] of templates.entries()) {
			const id = templateId(index, position);
			insert(database, 'templates', { id, contract_type_id: type.id, name, position });
		}
		for (const [position, entry] of fields.entries()) {
			insert(database, 'contract_type_fields', {
				contract_type_id: type.id,
				field_id: CONTRACT_FIELDS[entry.replace('!', '') as FieldName].id,
				required: entry.endsWith('!'),
				position,
			});
		}
	}
}

function field(number: number, name: string, type: string, more: object = {}) {
	return { id: fixedId('f1', number), organization_id, scope: 'contract', name, type, ...more };
}

function counterpartyField(number: number, name: string, type: string, more: object = {}) {
	return { id: fixedId('f2', number), organization_id, scope: 'counterparty', name, type, ...more };
}

function options(...names: string[]) {
	return names.map((name) => ({ id: name.toLowerCase().replaceAll(' ', '-'), name }));
}
