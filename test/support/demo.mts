/** Fixed ids of the sandbox's demo seed; see sandbox/seed/demo. */
export const fixedId = (kind: string, number: number) =>
	`${kind.padEnd(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Number n of the demo's contracts, from 1 to 54. */
export const contractId = (number: number) => fixedId('d0', number);
export const counterpartyId = (number: number) => fixedId('cf', number);
export const memberId = (number: number) => fixedId('e0', number);
export const clauseId = (number: number) => fixedId('cb', number);
export const folderId = (number: number) => fixedId('fd', number);
export const groupId = (number: number) => fixedId('9a', number);
export const productId = (number: number) => fixedId('ca', number);
export const unknownId = fixedId('ff', 404);

/** Of the other organization. */
export const other = {
	contractId: contractId(901),
	counterpartyId: counterpartyId(901),
	clauseId: clauseId(901),
	memberId: memberId(6),
	customObjectId: fixedId('c0', 901),
	contractTypeId: fixedId('c7', 901),
};

export const customObjects = {
	lineItems: fixedId('c0', 1),
	products: fixedId('c0', 2),
	milestones: fixedId('c0', 3),
};

/** Smart fields of the custom object "Line items". */
export const lineItem = {
	description: fixedId('5f', 101),
	quantity: fixedId('5f', 102),
	product: fixedId('5f', 103),
};

/** Contract types with their first template. */
export const types = {
	msa: { id: fixedId('c7', 1), templateId: fixedId('7e', 101) },
	nda: { id: fixedId('c7', 2), templateId: fixedId('7e', 201) },
	order: { id: fixedId('c7', 3), templateId: fixedId('7e', 301) },
};

/** Smart fields of contracts. */
export const fields = {
	reference: fixedId('f1', 1),
	value: fixedId('f1', 2),
	startDate: fixedId('f1', 3),
	endDate: fixedId('f1', 4),
	autoRenewal: fixedId('f1', 5),
	paymentTerm: fixedId('f1', 6),
	regions: fixedId('f1', 7),
	scope: fixedId('f1', 8),
	product: fixedId('f1', 9),
	law: fixedId('f1', 10),
	confidentiality: fixedId('f1', 11),
	purpose: fixedId('f1', 12),
};

/** Fields of counterparties. */
export const counterpartyFields = {
	country: fixedId('f2', 1),
	vatNumber: fixedId('f2', 2),
	industry: fixedId('f2', 3),
	employees: fixedId('f2', 4),
	crmId: fixedId('f2', 5),
};
