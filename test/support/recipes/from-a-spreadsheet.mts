import { importRecipe, recipe } from '../../../host/lib/recipes.mts';
import type { SandboxContract } from '../sandbox.mts';
import { linesOf } from './contract-from-deal-to-signed.mts';
import { dropTable, tableRows } from './dataTables.mts';
import { heldAt, type Driver } from './drive.mts';
import { openForm } from './form.mts';
import { rowsIn, xlsx } from './xlsx.mts';

const TABLE = 'Imports';
const CONTRACTS = 250;
const LINES = 4;
const PAGE = 50;
const HEADERS = [
	'reference',
	'company',
	'start',
	'end',
	'value',
	'paymentTerm',
	'item',
	'quantity',
];

/** What is wrong in the first file, by the number of the contract, and the reason that has to come back. */
const WRONG: Record<number, { change: Record<string, string>; errorId: string; reason: string }> = {
	7: { change: { paymentTerm: '45 days' }, errorId: 'FIELD_OPTION_NOT_FOUND', reason: '45 days' },
	120: { change: { end: '' }, errorId: 'INVALID_INPUT', reason: 'End date' },
	249: { change: { quantity: 'many' }, errorId: 'INVALID_INPUT', reason: 'many' },
};

/** A thousand rows of which some are wrong, and the same once more when they are corrected. */
export const driver: Driver = async (host) => {
	const { control } = host.sandbox;
	await dropTable(host.n8n, TABLE);
	const { id } = await importRecipe(host.n8n, recipe('from-a-spreadsheet.json'), host.credentials);
	expect(await host.n8n.publish(id)).toMatchObject({ status: 'published' });
	const upload = async (name: string, content: Uint8Array<ArrayBuffer>, type: string) => {
		const file = new File([content], name, { type });
		const form = await openForm(host.n8n, 'contracts-from-a-spreadsheet');
		return (await form.submit([file])).html;
	};
	// As Excel saves it in half of Europe, and as Firefox names it on Windows.
	const first = async () => await upload('orders.csv', csv(rows(true)), 'application/vnd.ms-excel');
	const imported = async () =>
		(await control.contracts({ last: 1_000 })).filter(
			({ integration }) => (integration as { type?: string } | null)?.type === 'spreadsheet',
		);
	let answer: string | undefined;

	return {
		start: async () => (answer = await first()),
		hold: async () => await heldAt(host, 'POST /contracts', CONTRACTS / 2),
		async finish() {
			answer ??= await first();
			expect(answer).toMatch(/\d+ created, \d+ were there already, 3 rejected\./);
			for (const [number, { errorId, reason }] of Object.entries(WRONG)) {
				const row = rowsIn(fileOf(answer)).find(
					([reference]) => reference === referenceOf(Number(number)),
				);
				expect(row).toContain(errorId);
				expect(row!.join()).toContain(reason);
			}
			expect(rowsIn(fileOf(answer))).toHaveLength(1 + 3 * LINES);
			const before = (await imported()).length;
			expect(before).toBe(CONTRACTS - 2);

			const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
			const corrected = async () =>
				await upload('orders.xlsx', xlsx([HEADERS, ...rows(false)]), type);
			answer = await corrected();
			expect(answer).toContain('All contracts are there');
			expect(answer).toContain(`2 created, ${before} were there already, 0 rejected.`);
			const after = await imported();
			expect(await corrected()).toContain(
				`0 created, ${CONTRACTS} were there already, 0 rejected.`,
			);
			expect(await imported()).toEqual(after);

			// Weeks later: what is signed, or another company's, keeps its lines.
			const late = [3, 4, 6].map((number) => after.find(is(referenceOf(number)))!);
			await control.setContractState(late[0]!.id, { status: 'signed' });
			const changed = [3, 4, 6].map((number) => [
				...[referenceOf(number), COMPANIES[0], '2027-01-01', '2027-12-31'],
				...[1, '30 days', 'Late', 99],
			]);
			const odd = ['00301', COMPANIES[0], '2027-01-01', '2027-12-31', 1, '45 days', '=1+1', 1];
			answer = await upload('late.csv', csv([...changed, odd]), '');
			expect(answer).toContain('2 were there already, 2 rejected');
			expect(answer).toContain('but not of 1 that are out or signed: S-1003 (signed).');
			const back = rowsIn(fileOf(answer));
			expect(back[1]!.join()).toContain(`is with "${COMPANIES[1]}"`);
			expect(back[2]).toEqual(expect.arrayContaining(['00301', '2027-01-01', '=1+1']));
			// What came back is read as it is: no text of it became a number, a date or a formula.
			answer = await upload('rejected.xlsx', new Uint8Array(fileOf(answer)), type);
			expect(rowsIn(fileOf(answer))).toEqual(back);
			const counts = late.map(async (each) => (await linesOf(host.sandbox, each.id)).length);
			expect(await Promise.all(counts)).toEqual([LINES, LINES, LINES + 1]);

			const other = new TextEncoder().encode('Nr;Firma\nS-1;Fjord Analytics AS');
			answer = await upload('', other, '');
			expect(answer).toContain('The file was not read');
			expect(answer).toContain('The file has: Nr; Firma.');
		},
		async expectDone() {
			const contracts = await imported();
			const references = contracts.map(referenceIn).toSorted();
			const wanted = Array.from({ length: CONTRACTS }, (_, index) => referenceOf(index));
			expect(references).toEqual(wanted);
			for (const number of [0, 7, 120, 124, 125, 126, 249]) {
				const contract = contracts.find((each) => referenceIn(each) === referenceOf(number))!;
				expect(contract.endAt).toBe('2027-12-31T00:00:00.000Z');
				const lines = await linesOf(host.sandbox, contract.id);
				expect(lines).toMatchObject(
					Array.from({ length: LINES }, (_, line) => ({
						Description: `Item ${line}`,
						Quantity: number + line + 1,
					})),
				);
			}
			const pages = await tableRows(host.n8n, TABLE);
			const ofSecond = pages.filter(({ file }) => file === 'orders.xlsx');
			const numbers = Array.from({ length: CONTRACTS / PAGE }, (_, index) => index + 1);
			expect(ofSecond.map(({ page }) => page)).toEqual([...numbers, ...numbers]);
			expect(ofSecond.reduce((sum, { created }) => sum + created, 0)).toBe(2);
			await host.n8n.unpublish(id);
		},
	};
};

const COMPANIES = ['Fjord Analytics AS', 'Färber Präzision KG', 'New & Co, "Ltd"'] as const;

const is = (reference: string) => (contract: SandboxContract) =>
	referenceIn(contract) === reference;

const referenceOf = (number: number) => `S-${1_000 + number}`;

function referenceIn({ integration }: SandboxContract): string {
	return (integration as { externalId: string }).externalId;
}

/** The cells of a thousand rows, with or without what is wrong. */
function rows(isWrong: boolean): Array<Array<string | number>> {
	return Array.from({ length: CONTRACTS * LINES }, (_, index) => {
		const number = Math.floor(index / LINES);
		const line = index % LINES;
		const row: Record<string, string | number> = {
			reference: referenceOf(number),
			company: COMPANIES[number % 3]!,
			start: '2027-01-01',
			end: '2027-12-31',
			value: 1_000 + number,
			paymentTerm: '30 days',
			item: `Item ${line}`,
			quantity: number + line + 1,
			...(isWrong && WRONG[number]?.change),
		};
		return HEADERS.map((header) => row[header]!);
	});
}

function csv(all: Array<Array<string | number>>): Uint8Array<ArrayBuffer> {
	const headers = HEADERS.map((header) => header.toUpperCase());
	const lines = [headers, ...all].map((cells) =>
		cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(';'),
	);
	return new TextEncoder().encode(`\uFEFF${lines.join('\r\n')}`);
}

/** The file that the page hands over. */
function fileOf(html: string): Buffer {
	const embedded = /%5B%7B%22data%22.*?%7D%5D/.exec(html)![0];
	const [{ data }] = JSON.parse(decodeURIComponent(embedded));
	return typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data.data);
}
