import {
	firstTime,
	heldKey,
	isIdentifier,
	sameId,
	uuidOf,
} from '../../../nodes/ContractManagement/api/identifiers';

const ID = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';

test.each([ID, ID.toUpperCase(), `contract_${ID}`, `contract-${ID}`])('%s is an id', (value) => {
	expect(isIdentifier(value)).toBe(true);
});

test.each([
	'',
	' ',
	'..',
	`${ID}/x`,
	`../${ID}`,
	` ${ID}`,
	`${ID}\n`,
	`${ID}?x=1`,
	`a/b_${ID}`,
	`_${ID}`,
	`con tract_${ID}`,
	`${ID}${ID}`,
	ID.slice(1),
	5,
	null,
	undefined,
	{},
	[ID],
])('%j is no id', (value) => {
	expect(isIdentifier(value)).toBe(false);
});

test('ids are the same when their UUIDs are', () => {
	expect(sameId(`contract_${ID}`, ID.toUpperCase())).toBe(true);
	expect(sameId(ID, ID.replace('3', '4'))).toBe(false);
	expect(uuidOf('not-an-ID')).toBe('not-an-ID');
});

test('values are held under the id as it is asked for, and otherwise under another spelling of it', () => {
	expect(heldKey({ [ID.toUpperCase()]: 1, [ID]: 2 }, ID)).toBe(ID);
	expect(heldKey({ x: 1, [`field_${ID}`]: 2 }, ID)).toBe(`field_${ID}`);
	expect(heldKey({ x: 1 }, ID)).toBe(ID);
});

test('the first of the same ids is the first time', () => {
	expect([`contract_${ID}`, ID, 'x', 'X'].filter(firstTime())).toEqual([
		`contract_${ID}`,
		'x',
		'X',
	]);
});
