import { toolCalls } from '../support/asTool.mts';
import { byId } from '../support/byId.mts';
import { contractId, counterpartyId, memberId, types, unknownId } from '../support/demo.mts';
import { runOperation } from '../support/runOperation.mts';
import { sandboxSuite } from '../support/sandboxSuite.mts';

/** A model gets the message of an error and nothing else: all that it needs to go on is in it. */
const sandbox = sandboxSuite({ seed: 'demo' });

const ORDER = {
	contractTypeId: byId(types.order.id),
	templateId: byId(types.order.templateId),
	counterpartySource: 'existing',
	counterpartyId: byId(counterpartyId(1)),
	name: 'Order by an agent',
};
const VALUES = { Reference: 'A-1', 'Start date': '2027-01-01', 'End date': '2027-12-31' };
const withFields = (values: object) => ({
	...ORDER,
	options: { fieldsJson: JSON.stringify(values) },
});

describe.each([false, true])('declared route: %j', (declaredRouteOnly) => {
	const call = toolCalls(sandbox, declaredRouteOnly);

	test('a wrong option: those that there are, and nothing was executed', async () => {
		const { error } = await call(
			'contract.create',
			withFields({ ...VALUES, 'Payment term': '30d' }),
		);
		expect(error!.message).toBe(
			"Field 'Payment term' has no option '30d'. Allowed: 15 days, 30 days, 60 days, 90 days.",
		);
		expect(error!.description).toBeFalsy();
	});

	test('a create whose answer is lost: where to look before it is called again', async () => {
		await sandbox().control.fault({
			route: 'POST /contracts',
			kind: 'status',
			status: 500,
			when: 'after',
		});
		const { error } = await call('contract.create', withFields(VALUES));
		expect(error!.message).toContain(
			"It may have happened: look for a new contract named 'Order by an agent'",
		);
		expect(error!.message).toMatch(/^The service had an internal fault \(status 500\)\. /);
	});

	test.each([
		[
			'the name of a contract',
			'NDA with Acme',
			"Contract 'NDA with Acme' is not an ID. Contract: Search contracts (Get Many) finds its ID; if this is the ID of a counterparty, filter by it there; enter a UUID",
		],
		[
			'the ID of a counterparty',
			`counterparty_${counterpartyId(1)}`,
			'is the ID of a counterparty. Contract: Search contracts (Get Many) finds its ID',
		],
		['nothing', '', 'Contract is empty. Contract: Search contracts (Get Many) finds its ID'],
		['an ID that nobody has', unknownId, 'Search contracts (Get Many) finds its ID'],
		[
			'the bare ID of a counterparty',
			counterpartyId(1),
			'if this is the ID of a counterparty, filter by it there.',
		],
	])('%s for a contract: the operation that finds it', async (_what, given, said) => {
		const { error } = await call('contract.get', {
			contractId: byId(`={{ ${JSON.stringify(given)} }}`),
		});
		expect(error!.message).toContain(said);
		expect(error!.message).not.toMatch(/choose from the list|\[item/);
	});

	test('no advice that only a person in the editor can follow', async () => {
		const none = await call('contract.update', {
			contractId: byId(contractId(1)),
			updateFields: {},
		});
		expect(none.error!.message).toBe('Nothing to update. Give one of its arguments a value.');
		const choice = await call('contract.create', {
			...ORDER,
			counterpartyName: 'Acme',
			counterpartySource: '={{ "new" }}',
		});
		expect(choice.error!.message).toMatch(/cannot be chosen\. Give one of these values: existing/);
		const file = await call('file.upload', {});
		expect(file.error!.message).toMatch(/: n8n hands no files to tools, .* can do this\.( |$)/);
		const base64 = await call('file.upload', { binaryProperties: 'JVBERi0xLjcKJeLjz9MK' });
		expect(base64.error!.message).toContain('n8n hands no files to tools, a workflow can do this.');
		const pdfs = await call('contract.markAsSigned', {
			contractId: byId(contractId(1)),
			signatureDate: '2026-01-01',
			options: { allPdfs: true },
		});
		expect(pdfs.error!.message).toContain(
			'The item has no PDF. n8n hands no files to tools, a workflow can do this.',
		);
		const json = await call('contract.create', {
			...ORDER,
			options: { fieldsJson: "{Reference: 'A'}" },
		});
		expect(json.error!.message).toMatch(/Names and texts stand in double quotes\.$/);
		const several = await call('contract.create', { ...ORDER, name: '={{ ["A", "B"] }}' });
		expect(several.error!.message).toBe('Name \'["A","B"]\' is a list. Give one entry of it.');
		const required = await call('contract.create', withFields({ Reference: 'A-1' }));
		expect(required.error!.message.match(/Required, so give a value: /g)).toHaveLength(1);
		const table = await call('customObject.get', { customObjectId: byId('={{ "Line items" }}') });
		expect(table.error!.message).toContain('no operation finds its ID: ask for it');
		const substitute = await call('member.update', {
			memberId: byId(memberId(1)),
			updateFields: { substituteId: byId('={{ "Ana" }}') },
		});
		expect(substitute.error!.message).toContain('Get contract by ID shows the members');
		const more = await call('contract.getAll', { limit: 2 });
		expect(more.items.at(-1)!.json.hints).toEqual([
			'Limit ended the list at 2, and there may be more. Raise it, or use filters.',
		]);
		await sandbox().control.fault({ route: 'GET /contracts', kind: 'status', status: 401 });
		const key = await call('contract.getAll', { limit: 2 });
		expect(key.error!.message).toContain('Only a person can change that: tell them.');
		const deal = await call('contract.getByExternalId', { externalId: 'deal-404' });
		expect(deal.error!.message).not.toContain('On Error');
	});

	test.each([
		[
			{ 'Start date': '31.12.2026' },
			"Field 'Start date' cannot take '31.12.2026': give a date such as 2026-03-31. A date is written 2026-03-31",
		],
		[{ 'Contract value': '1.234' }, "Field 'Contract value' cannot take '1.234'. Enter a number"],
		[{ 'Start date': 'n/a' }, 'To leave the field empty, leave it out.'],
		[
			{ 'Start date': '31.12.2026', 'Contract value': '$125.44' },
			'or 2026-03-31T14:30:00 with an offset such as +02:00 or Z. Enter a number',
		],
	])('%j: what the field takes, and no expression', async (values, said) => {
		const { error } = await call('contract.create', withFields({ ...VALUES, ...values }));
		expect(error!.message).toContain(said);
		expect(error!.message).not.toMatch(/\{\{|Convert this one/);
	});

	test.each([
		['clause.get', { clauseId: byId(unknownId) }, 'Search clauses (Get Many) finds its ID.'],
		[
			'contractType.getCreationForm',
			{ contractTypeId: byId(counterpartyId(1)) },
			'Search contracts (Get Many) shows it as contractTypeId.',
		],
		[
			'counterparty.get',
			{ counterpartyId: byId(contractId(1)) },
			'contracts show it as counterpartyId.',
		],
		[
			'member.update',
			{ memberId: byId(unknownId), updateFields: { role: 'USER' } },
			'Get contract by ID shows the members',
		],
		[
			'member.update',
			{ memberId: byId('={{ "Ana" }}'), updateFields: { role: 'USER' } },
			'Get contract by ID shows the members',
		],
	])(
		'%s with an ID of another kind, or a name: where its own is',
		async (operation, parameters, said) => {
			const { error } = await call(operation, parameters);
			expect(error!.message).toContain(said);
		},
	);

	test('an error is one text of at most 2,000 characters, without the word that n8n takes for a stop', async () => {
		const { id } = await sandbox().control.createContract({ status: 'canceled' });
		const { error } = await call('contract.sendForSignature', { contractId: byId(id) });
		expect(error!.message.replaceAll('\u2060', '')).toBe(
			'The contract is canceled. Nothing was sent. Create a new contract to have it signed.',
		);
		expect(error!.message).not.toMatch(/cancell?ed/);
		const long = await call('contract.create', withFields({ ['x'.repeat(9_000)]: 1 }));
		expect(long.error!.message.length).toBeLessThanOrEqual(2_000);
	});

	test('an argument that is left blank is not given', async () => {
		const member = await call('member.update', {
			memberId: byId(memberId(1)),
			updateFields: {
				firstname: '={{ "" }}',
				lastname: '={{ "Novak" }}',
				role: '={{ "" }}',
				substituteId: byId('={{ "" }}'),
			},
		});
		expect(member.error).toBeUndefined();
		expect(member.items[0]!.json.user).toMatchObject({ lastname: 'Novak' });
		const list = await call('contract.getAll', {
			limit: 2,
			filters: {
				counterpartyId: byId('={{ "" }}'),
				folderId: byId('={{ null }}'),
				name: '={{ " " }}',
			},
		});
		expect(list.error).toBeUndefined();
		const move = await call('contract.update', {
			contractId: byId(contractId(1)),
			updateFields: { folderId: byId('={{ "" }}'), additionalBody: '{"name":"Renamed"}' },
		});
		expect(move.error).toBeUndefined();
		const blank = { limit: '={{ "" }}', output: '={{ " " }}', longestAnswer: '={{ "" }}' };
		const all = await call('contract.getAll', blank);
		expect(all.items.length).toBeGreaterThan(20);
		const one = await call('contract.get', {
			contractId: byId(contractId(1)),
			view: '={{ "" }}',
		});
		expect(one.error).toBeUndefined();
	});
});

test('for a person, message and description stay two, and a blank ID is refused', async () => {
	const run = async (parameters: Record<string, unknown>) =>
		await runOperation(sandbox().baseUrl, 'contract.getAll', parameters);
	const { error } = await run({ filters: { folderId: byId('={{ "" }}') } });
	expect(error).toMatchObject({
		message: 'Folder is empty: correct its expression, which gave nothing',
		description: expect.stringContaining('choose from the list'),
	});
});
