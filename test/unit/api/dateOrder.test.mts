import type { FieldKind, TypedField } from '../../../nodes/ContractManagement/api/creationForm';
import { orderHint } from '../../../nodes/ContractManagement/api/rememberedOptions';

const field = (name: string, type: FieldKind = 'date'): TypedField => ({
	...{ id: name, name, type, required: false, options: [], helpText: null },
});

test.each<[Record<string, string | null>, string[]]>([
	[
		{ 'Start date': '2027-12-31', 'End date': '2027-01-01' },
		["'Start date' 2027-12-31 is later than 'End date' 2027-01-01."],
	],
	[
		{ 'Effective date': '2027-12-31T10:00:00.000Z', 'Expiration date': '2027-01-01' },
		["'Effective date' 2027-12-31 is later than 'Expiration date' 2027-01-01."],
	],
	...[
		['Vertragsbeginn', 'Vertragsende'],
		['Valid from', 'Valid until'],
		['Commencement', 'Termination date'],
		['contract_start', 'contract_end'],
		['Gültig ab', 'Gültig bis'],
	].map(([from, to]): [Record<string, string>, string[]] => [
		{ [from]: '2027-12-31', [to]: '2027-01-01' },
		[`'${from}' 2027-12-31 is later than '${to}' 2027-01-01.`],
	]),
	[{ 'Start date': '2027-12-31', 'Sent to': '2027-01-01', 'End date': '2028-01-01' }, []],
	[{ 'Start date': '2027-01-01', 'End date': '2027-12-31' }, []],
	[{ 'Start date': '2027-01-01', 'End date': '2027-01-01' }, []],
	[{ 'Start date': '2027-12-31', 'End date': null }, []],
	[{ 'Start date': '2027-12-31', 'Weekend date': '2027-01-01' }, []],
	[{ 'Start date': '2027-12-31', 'End date': '2027-01-01', 'Start of service': '2026-01-01' }, []],
])('of %j is told: %j', (values, hints) => {
	const fields = Object.keys(values).map((name) => field(name));
	expect(orderHint(fields, new Map(Object.entries(values)))).toEqual(hints);
});

test('of other fields than dates nothing is told', () => {
	const values = new Map([
		['Start', 'b'],
		['End', 'a'],
	]);
	const fields = [field('Start', 'text'), field('End', 'text')];
	expect(orderHint(fields, values)).toEqual([]);
});
