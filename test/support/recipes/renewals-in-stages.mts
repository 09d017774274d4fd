import { importRecipe, recipe } from '../../../host/lib/recipes.mts';
import { wasCutOff } from '../cutOff.mts';
import { withoutClock } from './clock.mts';
import { dropTable, tableRows } from './dataTables.mts';
import type { Driver } from './drive.mts';
import type { RecipeHost } from './host.mts';
import { withSettings } from './settings.mts';

const FILE = 'renewals-in-stages.json';
const TABLE = 'Renewal stages';
const DAY_MS = 86_400_000;
const START = Date.parse('2027-01-04T00:00:00.000Z');
const FAR_AWAY = '2040-01-01T00:00:00.000Z';

/** The first morning on which somebody gets a mail: 90 days before day 200. */
const FIRST = 110;

/** A year: each of these mornings, and what happens on it before the recipe runs. */
const MORNINGS = [
	...[0, 109, FIRST, 111, 139, 140, 141, 150, 170, 171, 193, 194, 200],
	...[250, 253, 254, 270, 271, 280, 281, 300, 301, 322, 323, 324, 364],
];

/** Day and stage of each mail that has to be sent within the year, by contract. */
const WANTED = {
	first: { 110: 90, 140: 60, 170: 30, 193: 7 },
	other: { 110: 90, 140: 60, 170: 30, 193: 7 },
	renewing: {},
	canceled: { 110: 90, 140: 60 },
	moved: { 270: 90, 280: 60, 300: 30, 323: 7 },
	late: { 250: 30, 253: 7 },
};

type Part = keyof typeof WANTED;

/** A year of mornings with contracts of two owners, of which one renews itself, one is canceled, one is moved and one comes late. */
export const driver: Driver = async (host) => {
	const { control } = host.sandbox;
	await dropTable(host.n8n, TABLE);
	const source = withoutClock(recipe(FILE));
	const { id } = await importRecipe(host.n8n, source, host.credentials);
	const contracts = await chooseContracts(host);
	const endsOnDay = async (part: Part, number: number) =>
		void (await control.setContractState(contracts[part].id, { endAt: at(number), silent: true }));
	for (const part of ['first', 'other', 'canceled'] as const) await endsOnDay(part, 200);
	await endsOnDay('renewing', 205);
	await endsOnDay('moved', 360);
	const events: Record<number, () => Promise<unknown>> = {
		150: () =>
			control.setContractState(contracts.canceled.id, { status: 'canceled', silent: true }),
		250: () => endsOnDay('late', 260),
		280: () => endsOnDay('moved', 330),
	};
	let first = '';
	/** The morning of that day, by the clocks of the service and of the recipe. */
	const begin = async (number: number) => {
		await control.clock({ now: at(number) });
		await events[number]?.();
		const current = await host.n8n.workflow(id);
		const { nodes } = withSettings({ ...source, ...current }, { today: at(number).slice(0, 10) });
		await host.n8n.updateWorkflow(id, { nodes });
		return await host.n8n.start(id);
	};
	const morning = async (number: number) => {
		const run = await host.n8n.execution(await begin(number));
		expect(run.error).toBeUndefined();
		expect(run.status).toBe('success');
	};

	/** One owner's mailbox refuses mail: the other one gets his, the run says so, and the next one mails the rest. */
	const expectRefusal = async () => {
		const { mails, refused } = host.mailbox;
		for (const part of ['first', 'other'] as const) await endsOnDay(part, 390);
		const count = mails.length;
		refused.add(contracts.first.owner);
		const run = await host.n8n.execution(await begin(365));
		expect(run.error?.message).toContain(`could not be mailed`);
		expect(run.error?.message).toContain(contracts.first.owner);
		expect(mails.slice(count).map(({ to }) => to)).toEqual([[contracts.other.owner]]);
		refused.clear();
		await morning(366);
		await morning(366);
		const owners = [contracts.other.owner, contracts.first.owner];
		expect(mails.slice(count).map(({ to }) => to[0])).toEqual(owners);
	};

	return {
		async start() {
			for (const number of MORNINGS.filter((each) => each < FIRST)) await morning(number);
			expect(host.mailbox.mails).toEqual([]);
			first = await begin(FIRST);
		},
		// One owner's mail is remembered, the other's is not.
		hold: async () => host.mailbox.holdAfter(1),
		async finish() {
			if (!(await wasCutOff(host, first))) await host.n8n.execution(first);
			for (const number of MORNINGS.filter((each) => each >= FIRST)) await morning(number);
		},
		async expectDone(wasKilled) {
			const wanted = Object.entries(WANTED).flatMap(([part, stages]) =>
				Object.entries(stages).map(([number, stage]) =>
					keyOf(contracts[part as Part], Number(number), stage),
				),
			);
			const mailed = host.mailbox.mails.flatMap(({ to, text }) =>
				[...text.matchAll(/^(\S+) \(in (\d+) days\).*\n.*?([\da-f-]{36})$/gm)].map(
					([, endsOn, days, contract]) => `${to[0]} ${contract} ${endsOn} ${days}`,
				),
			);
			expect([...new Set(mailed)].toSorted()).toEqual(wanted.toSorted());
			// The mail at which n8n was killed is sent once more, and only that one.
			const twice = mailed.filter((each, index) => mailed.indexOf(each) !== index);
			const again = host.mailbox.mails[1]!;
			expect(new Set(twice.map((each) => each.split(' ')[0]))).toEqual(
				new Set(wasKilled ? again.to : []),
			);
			expect(twice.every((each) => each.endsWith(' 90'))).toBe(true);
			expect(again.html).toContain(contracts.other.name.replace('&', '&#38;'));
			const rows = await tableRows(host.n8n, TABLE);
			expect(rows).toHaveLength(wanted.length);
			await expectRefusal();

			/** What the mail says of a stage: days are those that are left on that day. */
			function keyOf({ id: contract, owner }: Contract, number: number, stage: number): string {
				const left = { 250: 10 }[number] ?? (number === 280 ? 50 : stage);
				return `${owner} ${contract.slice(-36)} ${at(number + left).slice(0, 10)} ${left}`;
			}
		},
	};
};

interface Contract {
	id: string;
	name: string;
	owner: string;
}

/** Signed contracts of two owners for each part; all others end in another year. */
async function chooseContracts({ sandbox }: RecipeHost): Promise<Record<Part, Contract>> {
	const { body } = await sandbox.api('GET', '/contracts?status=signed&limit=100&sort=createdAt');
	for (const { id } of body.data) {
		await sandbox.control.setContractState(id, { endAt: FAR_AWAY, silent: true });
	}
	const all: Array<Contract & { renews: boolean }> = body.data.map((contract: any) => ({
		id: contract.id,
		name: contract.name,
		owner: contract.author.email,
		renews: contract.fields.some(({ name, value }: any) => name === 'Auto-renewal' && value),
	}));
	const plain = all.filter(({ renews }) => !renews);
	const [one, two] = [...new Set(plain.map(({ owner }) => owner))];
	const of = (owner: string) => plain.filter((contract) => contract.owner === owner);
	const [first, canceled, late] = of(one!);
	const [other, moved] = of(two!);
	const renewing = all.find(({ renews }) => renews);
	return { first, canceled, late, other, moved, renewing } as Record<Part, Contract>;
}

/** Midnight UTC of a day of the year, as the service keeps days. */
function at(number: number): string {
	return new Date(START + number * DAY_MS).toISOString();
}
