import type { IDataObject } from 'n8n-workflow';
import { DAYS } from '../../support/recipes/days.mts';
import { recipeCode } from '../../support/recipes/nodeCode.mts';

const TODAY = '2026-06-01';
const RECIPES: Array<[recipe: string, node: string]> = [
	['renewals-in-stages', 'Stage'],
	['renewals-to-tasks', 'Renewal'],
];

const idOf = (number: number) => `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A contract as the service shows it; `end` is what its field says, in both views unless they are given. */
function contract(number: number, more: IDataObject = {}, end: unknown = undefined): IDataObject {
	return {
		id: `p-${idOf(number)}`,
		name: `Contract ${number}`,
		status: 'signed',
		initialContractId: null,
		endAt: null,
		author: { email: 'owner@example.com' },
		fields: end === undefined ? [] : [{ name: 'End date', value: end as string }],
		...more,
	};
}

interface World {
	/** The list of those that end soon as signed, and that of all. */
	ending: IDataObject[];
	all: IDataObject[];
	/** As the consolidated view shows them, or why not. */
	consolidated: (id: string) => IDataObject;
	zone?: string;
	today?: string;
	endField?: string;
}

/** The days on which contracts end that are told of, by number. */
function told([name, node]: [string, string], world: World) {
	const { ending, all, consolidated, zone, today = TODAY, endField = 'End date' } = world;
	const code = recipeCode(name);
	const items = (list: IDataObject[]) => (list.length > 0 ? list : [{}]).map((json) => ({ json }));
	const outputs: Record<string, Array<{ json: IDataObject }>> = {
		Settings: [
			{
				json: {
					stages: [90, 60, 30, 7],
					days: 60,
					endField,
					autoRenewal: 'Auto-renewal',
					withoutOwner: 'legal@example.com',
					today,
				},
			},
		],
		'Ending soon': items(ending),
		'Signed contracts': items(all),
	};
	const around = { outputs, now: `${today}T12:00:00Z`, ...(zone && { zone }) };
	const looked = code.run('To look at', { ...around, input: outputs['Signed contracts']! });
	outputs['To look at'] = looked;
	const input = looked.map(({ json }) => ({ json: consolidated(json.id as string) }));
	return code
		.run(node, { ...around, input })
		.map(({ json }) => [json.name ?? json.title, json.endsOn]);
}

describe.each(RECIPES)('%s', (...which) => {
	const [name] = which;
	const label = (number: number) =>
		name === 'renewals-in-stages' ? `Contract ${number}` : `Renew or end: Contract ${number}`;
	const same = (list: IDataObject[]) => (id: string) =>
		list.find((each) => String(each.id).slice(-36) === id.slice(-36))!;

	test('an end that no amendment moved', () => {
		const list = [contract(1, { endAt: '2026-06-21T00:00:00.000Z' }, '2027-01-01')];
		const world = { ending: list, all: list, consolidated: same(list) };
		expect(told(which, world)).toEqual([[label(1), '2026-06-21']]);
	});

	test.each<[string, unknown, unknown, string[]]>([
		['far away', '2026-06-21', '2028-06-21', []],
		['nearer', '2028-06-21', '2026-06-21', ['2026-06-21']],
		['within reach', '2026-06-21', '2026-06-25T00:00:00Z', ['2026-06-25']],
		['into the past', '2026-06-21', '2026-05-21', []],
		['to no end', '2026-06-21', null, []],
		['from none', null, '2026-06-21', ['2026-06-21']],
	])('a signed amendment moved it: %s', (_what, before, after, wanted) => {
		const endAt = before && `${before as string}T00:00:00.000Z`;
		const original = contract(1, { endAt: endAt as string }, before);
		const amendment = contract(2, { initialContractId: `p-${idOf(1)}` });
		const isSoon = before === '2026-06-21';
		const world: World = {
			ending: isSoon ? [original] : [],
			all: [original, amendment],
			consolidated: (id) => {
				expect(id.slice(-36)).toBe(idOf(1));
				return contract(1, { endAt: endAt as string }, after);
			},
		};
		expect(told(which, world)).toEqual(wanted.map((day) => [label(1), day]));
	});

	test('where the consolidated view shows another end of the record, that one counts', () => {
		const list = [contract(1, { endAt: '2026-06-21T00:00:00.000Z' })];
		const moved = contract(1, { endAt: '2028-06-21T00:00:00.000Z' });
		expect(told(which, { ending: list, all: list, consolidated: () => moved })).toEqual([]);
	});

	test('the field of the end is found in other case, and counts where no record shows an end', () => {
		const endAt = '2026-06-21T00:00:00.000Z';
		const shown = (value: string, more: IDataObject = { endAt }) =>
			contract(1, { ...more, fields: [{ name: 'End  Date', value }] });
		const list = [shown('2026-06-21')];
		const world = { ending: list, all: list };
		expect(told(which, { ...world, consolidated: () => shown('2028-06-21') })).toEqual([]);
		const [bare] = [shown('2026-06-21', {})];
		delete bare!.endAt;
		expect(told(which, { ending: [bare!], all: [bare!], consolidated: () => bare! })).toEqual([
			[label(1), '2026-06-21'],
		]);
	});

	test('a field of the end that no contract has is an error where something is amended, none is not', () => {
		const original = contract(1, { endAt: '2026-06-21T00:00:00.000Z' }, '2026-06-21');
		const amendment = contract(2, { initialContractId: idOf(1) });
		const moved = { ...original, fields: [{ name: 'End date', value: '2028-06-21' }] };
		const world = { ending: [original], consolidated: () => moved };
		const amended = { ...world, all: [original, amendment] };
		expect(told(which, amended)).toEqual([]);
		expect(() => told(which, { ...amended, endField: 'Ends on' })).toThrow(
			'No contract has the field "Ends on"',
		);
		// Of another contract type than those that end soon.
		const other = contract(3, { fields: [{ name: 'Ends on', value: '2028-06-21' }] });
		const mixed = { ...amended, all: [...amended.all, other], endField: 'Ends on' };
		expect(told(which, mixed)).toHaveLength(1);
		expect(told(which, { ...amended, endField: '' })).toHaveLength(1);
		expect(told(which, { ...world, all: [original], endField: 'Ends on' })).toHaveLength(1);
	});

	test('an amendment that ends soon is told of as the contract that it amends, once', () => {
		const endAt = '2026-06-21T00:00:00.000Z';
		const original = contract(1, { endAt }, '2026-06-21');
		const amendment = contract(2, { endAt, initialContractId: idOf(1) });
		const all = [original, amendment];
		const world = { ending: all, all, consolidated: same(all) };
		expect(told(which, world)).toEqual([[label(1), '2026-06-21']]);
		const unlinked = [contract(3, { endAt })];
		expect(
			told(which, { ending: unlinked, all: unlinked, consolidated: same(unlinked) }),
		).toHaveLength(1);
	});

	test('what cannot be read any more is taken as it is listed, or left out; a fault is an error', () => {
		const endAt = '2026-06-21T00:00:00.000Z';
		const list = [contract(1, { endAt })];
		const all = [...list, contract(2, { initialContractId: idOf(9) })];
		const refused = (httpCode: string) => () => ({ error: 'No', details: { httpCode } });
		expect(told(which, { ending: list, all, consolidated: refused('404') })).toHaveLength(1);
		expect(() => told(which, { ending: list, all, consolidated: refused('500') })).toThrow('No');
	});

	test('a contract that is not signed any more is left out', () => {
		const list = [contract(1, { endAt: '2026-06-21T00:00:00.000Z' })];
		const now = { ...list[0], status: 'canceled' };
		expect(told(which, { ending: list, all: list, consolidated: () => now })).toEqual([]);
	});

	test('an end that is no date is an error that names the contract', () => {
		const list = [contract(1, {}, '2026-06-21')];
		const odd = contract(1, {}, 'in two years');
		expect(() => told(which, { ending: list, all: list, consolidated: () => odd })).toThrow(
			'The end of Contract 1 is no date: in two years',
		);
	});

	test('nothing ends soon', () => {
		expect(told(which, { ending: [], all: [], consolidated: () => ({}) })).toEqual([]);
	});

	test.each(DAYS)('%s in %s is %s', (endAt, zone, day) => {
		const list = [contract(1, { endAt })];
		const today = '2025-12-20' < day && day < '2026-01-10' ? '2025-12-20' : '2026-03-20';
		const world = { ending: list, all: list, consolidated: same(list), zone, today };
		expect(told(which, world)).toEqual([[label(1), day]]);
	});
});

test('lists without end dates: the contracts are read one by one, and where those show none it is an error', () => {
	const bare = contract(1);
	delete bare.endAt;
	const shown = contract(1, { endAt: '2026-06-21T00:00:00.000Z' });
	const [stages, tasks] = [RECIPES[0]!, RECIPES[1]!];
	const world = { ending: [bare], all: [bare] };
	expect(told(stages, { ...world, consolidated: () => shown })).toHaveLength(1);
	expect(() => told(stages, { ...world, consolidated: () => bare })).toThrow(
		'The service shows no end date',
	);
	// A task without a day is for a person, too.
	expect(told(tasks, { ...world, consolidated: () => bare })).toEqual([
		['Renew or end: Contract 1', ''],
	]);
});
