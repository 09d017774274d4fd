import { insert, type Database } from '../../store/database.mts';
import { ORGANIZATIONS } from '../base.mts';
import { fixedId } from '../ids.mts';
import { CUSTOM_OBJECTS } from './catalog.mts';
import { demoContractCount, demoContractId } from './contracts.mts';
import { PRODUCTS } from './products.mts';
import { dayFromNow } from './time.mts';

const FIELDS = {
	description: smartField(101, 'Description', 'string'),
	quantity: smartField(102, 'Quantity', 'number'),
	product: smartField(103, 'Product', 'relation', CUSTOM_OBJECTS.products),
	productName: smartField(201, 'Name', 'string'),
	sku: smartField(202, 'SKU', 'string'),
	listPrice: smartField(203, 'List price', 'number'),
	title: smartField(301, 'Title', 'string'),
	dueDate: smartField(302, 'Due date', 'date'),
	accepted: smartField(303, 'Accepted', 'boolean'),
};

const OBJECTS = [
	{
		id: CUSTOM_OBJECTS.lineItems,
		name: 'Line items',
		help_text: 'What is delivered under the contract',
		smart_fields: [FIELDS.description, FIELDS.quantity, FIELDS.product],
	},
	{
		id: CUSTOM_OBJECTS.products,
		name: 'Products',
		help_text: 'The product catalog',
		smart_fields: [FIELDS.productName, FIELDS.sku, FIELDS.listPrice],
	},
	{
		id: CUSTOM_OBJECTS.milestones,
		name: 'Milestones',
		help_text: 'Dates that trigger a payment',
		smart_fields: [FIELDS.title, FIELDS.dueDate, FIELDS.accepted],
	},
];

export function seedCustomObjects(database: Database, now: number): void {
	for (const object of OBJECTS) {
		insert(database, 'custom_objects', { organization_id: ORGANIZATIONS.main.id, ...object });
	}
	for (const [index, [name, sku, price]] of PRODUCTS.entries()) {
		insertRecord(database, fixedId('ca', index + 1), CUSTOM_OBJECTS.products, null, {
			[FIELDS.productName.id]: name,
			[FIELDS.sku.id]: sku,
			[FIELDS.listPrice.id]: price,
		});
	}
	for (let index = 0; index < demoContractCount; index++) {
		if (index % 3 === 2) insertLineItems(database, index);
		if (index % 3 === 0) insertMilestone(database, index, now);
	}
}

function insertLineItems(database: Database, index: number): void {
	const contractId = demoContractId(index);
	for (let line = 0; line <= index % 3; line++) {
		const product = (index + line) % PRODUCTS.length;
		const id = fixedId('1e', (index + 1) * 100 + line + 1);
		insertRecord(database, id, CUSTOM_OBJECTS.lineItems, contractId, {
			[FIELDS.description.id]: PRODUCTS[product]![0],
			[FIELDS.quantity.id]: 1 + ((index + line) % 12),
			[FIELDS.product.id]: fixedId('ca', product + 1),
		});
	}
}

function insertMilestone(database: Database, index: number, now: number): void {
	const id = fixedId('3e', index + 1);
	insertRecord(database, id, CUSTOM_OBJECTS.milestones, demoContractId(index), {
		[FIELDS.title.id]: 'Acceptance of delivery',
		[FIELDS.dueDate.id]: dayFromNow(now, 10 + index),
		[FIELDS.accepted.id]: index % 2 === 0,
	});
}

function insertRecord(
	database: Database,
	id: string,
	custom_object_id: string,
	contract_id: string | null,
	fields: object,
): void {
	insert(database, 'records', { id, custom_object_id, contract_id, fields });
}

function smartField(number: number, name: string, type: string, related: string | null = null) {
	return { id: fixedId('5f', number), name, type, related_object_id: related };
}
