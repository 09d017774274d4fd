import { contractFields } from '../../../nodes/ContractManagement/operations/contract/creationValues';
import { sharedCreationForm } from '../../../nodes/ContractManagement/transport/definitions';
import type { ItemScope } from '../../../nodes/ContractManagement/node/scope';
import { fakeConnection, NODE } from '../transport/support/fakeService.mts';

const TYPE = 'c7000000-0000-4000-8000-000000000001';
const COUNT = 200;
const ITEMS = 20;

const idAt = (i: number) => `f1000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
const numbered = Array.from({ length: COUNT }, (_, i) => i);

test.each(['defineBelow', 'autoMapInputData'])(
	'items of a long form do not each compare all of its fields with all columns (%s)',
	async (mappingMode) => {
		const fields = numbered.map((i) => ({ id: idAt(i), name: `Field ${i}`, type: 'number' }));
		const { connection } = fakeConnection(() => ({ body: { fields } as never }));
		const looks = { id: 0, name: 0 };
		const counted = (at: 'id' | 'name', value: string) => ({
			get() {
				looks[at] += 1;
				return value;
			},
		});
		const form = await sharedCreationForm(connection, TYPE);
		for (const each of form.fields) {
			const { id, name } = each;
			Object.defineProperties(each, { id: counted('id', id), name: counted('name', name) });
		}
		const schema = numbered.map((i) =>
			Object.defineProperty({ displayName: `Field ${i}` }, 'id', counted('id', idAt(i))),
		);
		const value = { [idAt(3)]: '5', [idAt(4)]: '6' };
		const scope = {
			connection,
			context: { ...connection.context, getTimezone: () => 'UTC' },
			node: NODE,
			input: { json: { 'Field 3': 5, 'field 4': 6, other: 7 } },
			parameter: (name: string, fallback: unknown) =>
				name === 'fields' ? { mappingMode, value, schema } : fallback,
		} as unknown as ItemScope;
		for (let item = 0; item < ITEMS; item++) {
			expect(await contractFields(scope, TYPE)).toEqual({ [idAt(3)]: 5, [idAt(4)]: 6 });
		}
		expect(looks.name).toBeLessThan(10 * COUNT);
		expect(looks.id).toBeLessThan(10 * COUNT * ITEMS);
	},
);

test('the ID of a field means it in any spelling of its UUID, and is sent as the form has it', async () => {
	const shown = 'F1000000-0000-4000-8000-00000000000A';
	const fields = [{ id: shown, name: 'Value', type: 'number', required: true }];
	const { connection } = fakeConnection(() => ({ body: { fields } as never }));
	const hints: string[] = [];
	const context = {
		...connection.context,
		getTimezone: () => 'UTC',
		addExecutionHints: ({ message }: { message: string }) => void hints.push(message),
	};
	const contract = async (id: string) => {
		const fieldsMapped = {
			mappingMode: 'defineBelow',
			value: { [id]: 5 },
			schema: [{ id, displayName: 'Value' }],
		};
		const scope = {
			connection,
			context,
			node: NODE,
			input: { json: {} },
			parameter: (name: string, fallback: unknown) => (name === 'fields' ? fieldsMapped : fallback),
		} as unknown as ItemScope;
		return await contractFields(scope, TYPE);
	};
	for (const id of [shown, shown.toLowerCase(), `field_${shown}`]) {
		expect(await contract(id)).toEqual({ [shown]: 5 });
	}
	expect(hints).toEqual([]);
});
