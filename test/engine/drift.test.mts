import type { IDataObject, ResourceMapperFields } from 'n8n-workflow';
import { byId } from '../support/byId.mts';
import { credentialData } from '../support/credentials.mts';
import { contractId, counterpartyId, customObjects, types } from '../support/demo.mts';
import { askEditor } from '../support/editor.mts';
import type { NodeResult } from '../support/engine.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

// What an administrator changes between two runs, and what the parameters that the editor saved before come to then.

const sandbox = sandboxSuite();

const KEY = { name: 'Key', type: 'text' };
const PHASES = [1, 2, 3].map((n) => ({ id: `phase-${n}`, name: `Phase ${n}` }));

interface Place {
	/** Where its fields are, in the control plane. */
	control: string;
	parameters: Record<string, unknown>;
	columns: string;
	operation: string;
	/** What stands in a new contract or row, by field id. */
	written: (json: IDataObject) => Promise<Record<string, unknown>>;
	wordFor: (type: string) => string;
}

const FORM: Place = {
	control: `/contract-types/${types.order.id}/fields`,
	operation: 'contract.create',
	columns: 'resourceMapping.getCreationFormFields',
	parameters: {
		...{ contractTypeId: byId(types.order.id), templateId: byId(types.order.templateId) },
		...{ counterpartySource: 'existing', counterpartyId: byId(counterpartyId(1)) },
	},
	written: async ({ id }) => {
		const { body } = await sandbox().api('GET', `/contracts/${String(id)}`);
		const values = body.fields.map((field: any) => [field.attributeDefinitionId, field.value]);
		return Object.fromEntries(values);
	},
	wordFor: (type) => type,
};

const RECORDS = `/custom-objects/${customObjects.lineItems}/contract/${contractId(1)}/records`;
const TABLE: Place = {
	control: `/custom-objects/${customObjects.lineItems}/fields`,
	operation: 'customObjectRecord.upsert',
	columns: 'resourceMapping.getRecordColumns',
	parameters: { customObjectId: byId(customObjects.lineItems), contractId: byId(contractId(1)) },
	written: async ({ id }) => {
		const { records } = (await sandbox().api('GET', RECORDS)).body;
		const { fields } = records.find((record: any) => record.id === id);
		return Object.fromEntries(fields.map((field: any) => [field.smartFieldId, field.rawValue]));
	},
	wordFor: (type) => (type === 'text' ? 'string' : type),
};

const hintsOf = ({ run }: NodeResult) =>
	run.data.resultData.runData.SUT!.flatMap(({ hints }) => (hints ?? []).map((one) => one.message));

interface Drift {
	what: string;
	/** The field as it was when the node was set up. */
	was: Record<string, unknown>;
	/** What the person mapped. */
	value: unknown;
	now: Record<string, unknown>;
	stored?: unknown;
	refused?: string;
	hint?: string;
	/** Where it can be tried: all when absent. */
	only?: Place;
}

const phase = { type: 'select', options: PHASES };
const called = (...names: string[]) => ({
	options: names.map((name, i) => ({ id: `phase-${i + 1}`, name })),
});

const DRIFTS: Drift[] = [
	{ what: 'nothing', was: phase, value: 'phase-2', now: {}, stored: 'phase-2' },
	{
		what: 'number to text',
		was: { type: 'number' },
		value: '={{ "00042" }}',
		now: { type: 'text' },
		stored: '00042',
	},
	{
		what: 'text to number',
		was: { type: 'text' },
		value: '42',
		now: { type: 'number' },
		stored: 42,
	},
	{
		what: 'date to a time',
		was: { type: 'date' },
		value: '2026-03-31T14:30:00Z',
		now: { type: 'datetime' },
		stored: '2026-03-31T14:30:00.000Z',
		only: TABLE,
	},
	{
		what: 'select to text',
		was: phase,
		value: 'phase-2',
		now: { type: 'text', options: [] },
		stored: 'Phase 2',
	},
	{
		what: 'text to boolean',
		was: { type: 'text' },
		value: 'no',
		now: { type: 'boolean' },
		stored: false,
	},
	{
		what: 'select to several',
		was: phase,
		value: 'phase-2',
		now: { type: 'multiSelect' },
		stored: ['phase-2'],
	},
	{
		what: 'an option made again',
		was: phase,
		value: 'phase-2',
		now: { options: [PHASES[0], { id: 'again', name: 'Phase 2' }] },
		stored: 'again',
		hint: "'Phase 2' of 'Field' was made again",
	},
	{
		what: 'an option renamed',
		was: phase,
		value: 'phase-2',
		now: called('Phase 1', 'Second', 'Phase 3'),
		stored: 'phase-2',
		hint: "'Phase 2' of 'Field' is now called 'Second'",
	},
	{
		what: 'an option removed',
		was: phase,
		value: 'phase-2',
		now: { options: [PHASES[0]] },
		refused: "no option 'Phase 2'",
	},
	{
		what: 'labels moved on by one',
		was: phase,
		value: 'phase-2',
		now: called('Phase 2', 'Phase 3', 'Phase 4'),
		refused: "'Phase 2' of 'Field' is now called 'Phase 3'",
	},
	{
		what: 'two that would end as one',
		was: phase,
		value: 'phase-1',
		now: { options: [{ id: 'phase-2', name: 'Phase 1' }] },
		refused: 'would be the same one now',
	},
	{
		what: 'a field renamed',
		was: { type: 'text' },
		value: 'x',
		now: { name: 'Penalty' },
		stored: 'x',
		hint: "'Field' is now called 'Penalty'",
	},
	{
		what: 'a default',
		was: { type: 'text' },
		value: '',
		now: { required: true, defaultValue: 'std' },
		stored: 'std',
		only: FORM,
	},
	{
		what: 'required',
		was: { type: 'text' },
		value: '',
		now: { required: true },
		refused: "'Field' is required",
		only: FORM,
	},
];

describe.each([
	['contract Create', FORM],
	['record Create or Update', TABLE],
])('%s, saved before', (_name, place) => {
	const { control } = place;
	const call = async (method: string, path = '', body?: object) =>
		await sandbox().control.call(method, control + path, body);
	const typed = ({ type, ...more }: Record<string, unknown>) =>
		type ? { ...more, type: place.wordFor(String(type)) } : more;

	/** Fields of which nothing else is required, the one that drifts among them, and the mapper as the editor saves it. */
	async function setUp(was: Record<string, unknown>, value: unknown) {
		const { contractTypes } = await sandbox().control.fixtures();
		const { fields } = contractTypes.find(({ id }: { id: string }) => id === types.order.id);
		for (const { id } of place === FORM ? fields : [])
			await call('PATCH', `/${id}`, { required: false });
		const { id: key } = await call('POST', '', typed(KEY));
		const { id } = await call('POST', '', typed({ name: 'Field', ...was }));
		const [resource, operation] = place.operation.split('.');
		const { fields: schema } = await askEditor<ResourceMapperFields>(
			{
				credential: credentialData(sandbox().baseUrl),
				parameters: { resource, operation, ...place.parameters },
			},
			place.columns,
		);
		const mapper = {
			...{ mappingMode: 'defineBelow', matchingColumns: place === TABLE ? [key] : [] },
			value: { [key]: 'key', [id]: value },
			schema: JSON.parse(JSON.stringify(schema)) as unknown[],
		};
		const run = async () =>
			await runOperation(sandbox().baseUrl, place.operation, {
				...place.parameters,
				fields: mapper,
			});
		return { id: String(id), run };
	}

	test.each(DRIFTS.filter(({ only = place }) => only === place))(
		'$what: $now',
		async ({ was, value, now, stored, refused, hint }) => {
			const { id, run } = await setUp(was, value);
			await call('PATCH', `/${id}`, typed(now));
			const result = await run();
			if (refused) {
				expect(result.error?.message).toContain(refused);
				return;
			}
			expect(result.error).toBeUndefined();
			const { [id]: held } = await place.written(result.items[0].json);
			expect(held).toEqual(stored);
			if (hint) expect(hintsOf(result).join()).toContain(hint);
			else if (hint === undefined && Object.keys(now).length === 0)
				expect(hintsOf(result)).toEqual([]);
		},
	);

	test('a field removed, and one made again under its name, are named', async () => {
		const { id, run } = await setUp({ type: 'text' }, 'x');
		await call('DELETE', `/${id}`);
		expect((await run()).error?.message).toContain("no field 'Field'");
		await call('POST', '', typed({ name: 'Field', type: 'text' }));
		expect((await run()).error?.message).toContain("'Field' was made again");
	});

	test('a switch that nobody touched is not sent, and No is', async () => {
		const { id, run } = await setUp({ type: 'boolean' }, null);
		const untouched = await run();
		expect((await place.written(untouched.items[0].json))[id] ?? null).toBeNull();
		const chosen = await setUp({ type: 'boolean', name: 'Other' }, false);
		const { items } = await chosen.run();
		expect((await place.written(items[0].json))[chosen.id]).toBe(false);
	});
});
