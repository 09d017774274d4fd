import type { FieldMap, FieldValue } from '../../schemas/values.mts';
import { fixedId } from '../ids.mts';
import { CONTRACT_FIELDS, TYPES, type FieldName } from './catalog.mts';
import { PRODUCT_COUNT } from './products.mts';
import { dayFromNow } from './time.mts';

const TERMS = ['15-days', '30-days', '60-days', '90-days'];
const LAWS = ['germany', 'france', 'united-kingdom', 'new-york'];
const PURPOSES = [
	'Evaluation of a joint product line',
	'Supplier audit',
	'Exchange of technical drawings',
	'Due diligence',
];

/** What the contract with this index has in each field. */
const VALUES: Record<FieldName, (index: number, now: number) => FieldValue> = {
	reference: (index) => `PO-${2041 + index}`,
	value: (index) => 12_000 + ((index * 7_350) % 240_000),
	startDate: (index, now) => dayFromNow(now, -250 + index * 5),
	// From long expired to far away, so that some end within the next weeks. The first two that are not signed yet (1
	// and 2) would have ended before somebody signs them.
	endDate: (index, now) => dayFromNow(now, index === 1 || index === 2 ? 365 : -40 + index * 11),
	autoRenewal: (index) => index % 2 === 0,
	paymentTerm: (index) => TERMS[index % TERMS.length]!,
	regions: (index) => (index % 2 ? ['emea'] : ['emea', 'apac']),
	scope: (index) => slate(`Work package ${index + 1}`, 'Delivery, installation and training.'),
	product: (index) => fixedId('ca', (index % PRODUCT_COUNT) + 1),
	law: (index) => LAWS[index % LAWS.length]!,
	confidentiality: (index) => 12 * ((index % 5) + 1),
	purpose: (index) => PURPOSES[index % PURPOSES.length]!,
};

/** The values of a contract of one type, by field id. */
export function fieldValues(index: number, typeIndex: number, now: number): FieldMap {
	const names = TYPES[typeIndex]!.fields.map((entry) => entry.replace('!', '') as FieldName);
	return Object.fromEntries(
		names.map((name) => [CONTRACT_FIELDS[name].id, VALUES[name](index, now)]),
	);
}

/** Rich text with a bold heading line. */
export function slate(heading: string, text: string): unknown[] {
	return [
		{ type: 'paragraph', children: [{ text: heading, bold: true }] },
		{ type: 'paragraph', children: [{ text }] },
	];
}
