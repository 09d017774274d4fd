import { DateTime, Settings } from 'luxon';
import type { IBinaryData } from 'n8n-workflow';
import { fileOf, pdf, useBinaryMode } from '../support/binary.mts';
import { contractIn, requestsOf, runnerOf } from '../support/contractRun.mts';
import { OTHERS } from '../support/otherFiles.mts';
import { profiled } from '../support/profiled.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
	await useBinaryMode('filesystem');
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.control.reset());

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();
const SIGN = 'POST /contracts/:id/signed-version';
const run = runnerOf(() => sandbox, 'contract');
const draft = () => contractIn(sandbox, { status: 'draft' });

/** A file of its own in each field. */
async function filesNamed(names: string[]): Promise<Record<string, IBinaryData>> {
	const file = async (name: string) => [name, await fileOf(pdf(name), `${name}.pdf`)] as const;
	return Object.fromEntries(await Promise.all(names.map(file)));
}

interface Signing {
	contractId: string;
	files?: Record<string, IBinaryData>;
	[parameter: string]: unknown;
}

async function sign({ files, ...parameters }: Signing, more = {}) {
	const binary = files ?? { data: await fileOf(pdf('signed'), 'signed.pdf') };
	return await run(
		'markAsSigned',
		{ binaryProperties: Object.keys(binary).join(','), signatureDate: YESTERDAY, ...parameters },
		[{ json: {}, binary }],
		more,
	);
}

describe('is checked before anything is sent:', () => {
	let good: IBinaryData;
	beforeEach(async () => {
		good = await fileOf(pdf('good'), 'good.pdf');
	});

	async function refusal(parameters: Omit<Signing, 'contractId'>): Promise<string> {
		const { error, items } = await sign({ contractId: await draft(), ...parameters });
		expect(items).toEqual([]);
		expect(await requestsOf(sandbox)).toEqual([]);
		expect(error?.description).toContain('[item 0]');
		return error?.message ?? '';
	}

	test.each([
		['bytes', { type: 'Buffer', data: [37, 80, 68, 70] }],
		['an address that holds it', 'data:application/pdf;base64,JVBERi0='],
		['text', '%PDF-1.7'],
	])('that there is a file in each field, and not %s', async (_what, data) => {
		const files = { data: good, last: { data, fileName: 'x.pdf' } as never };
		expect(await refusal({ files })).toBe("The binary field 'last' holds no file");
	});

	test('and says how to take a file from before a node that hands on none', async () => {
		const given = { files: {}, binaryProperties: 'data' };
		const { error } = await sign({ contractId: await draft(), ...given });
		expect(error?.message).toBe("The item has no binary field 'data'");
		expect(error?.description).toContain("or give {{ $('Earlier node').item.binary.data }}.");
	});

	test('that each file is a PDF, whatever it is called', async () => {
		const files = { data: good, last: await fileOf('<html>Please log in</html>', 'signed.pdf') };
		expect(await refusal({ files })).toBe(
			"File 'signed.pdf' (field last) is not a PDF: it is a web page",
		);
	});

	test('that no field is named twice', async () => {
		const files = { data: good };
		expect(await refusal({ files, binaryProperties: 'data, data' })).toBe("'data' is named twice");
		const itself = '={{ [$binary.data, $binary.data] }}';
		expect(await refusal({ files, binaryProperties: itself })).toBe("'good.pdf' is named twice");
		const both = '={{ [$binary.data, "data"] }}';
		expect(await refusal({ files, binaryProperties: both })).toBe("'data' is named twice");
	});

	test.each<[string, object]>([
		['by their names', {}],
		['as all of its PDFs', { options: { allPdfs: true } }],
	])('that no two fields hold the same file, %s', async (_how, more) => {
		const files = { data: good, annex: good };
		expect(await refusal({ files, ...more })).toBe("'annex' is named twice");
	});

	test('and tells in a hint that two files are alike', async () => {
		const files = { data: good, annex: await fileOf(pdf('good'), 'annex.pdf') };
		const { error, run: ran } = await sign({ contractId: await draft(), files });
		expect(error).toBeUndefined();
		expect(ran.data.resultData.runData.SUT[0].hints?.map(({ message }) => message)).toEqual([
			expect.stringContaining(
				"The same file, 'annex.pdf', seems to go to several contracts, or twice",
			),
		]);
	});

	test.each([
		['data', [expect.stringContaining('does not name all PDFs of the item')]],
		['annex,data', []],
	])('and tells in a hint whether PDFs are left out: %s', async (binaryProperties, hints) => {
		const files = { data: good, annex: await fileOf(pdf('annex'), 'annex.pdf') };
		const signing = { contractId: await draft(), files, binaryProperties };
		const { error, run: ran } = await sign(signing);
		expect(error).toBeUndefined();
		const said = ran.data.resultData.runData.SUT[0].hints ?? [];
		expect(said.map(({ message }) => message)).toEqual(hints);
	});

	test.each([pdf('x', 3_000_000).toString('base64'), `data:application/pdf;base64,JVBERi0xLjcK`])(
		'and base64 in place of a field is told in 60 characters (%#)',
		async (base64) => {
			const contractId = await draft();
			const binaryProperties = `={{ $json.base64 }}`;
			const { error } = await run(
				'markAsSigned',
				{ contractId, binaryProperties, signatureDate: YESTERDAY },
				[{ json: { base64 }, binary: { data: good } }],
			);
			expect(error?.message).toMatch(/^The item has no binary field '.{20,61}'$/);
			expect(error?.description).toContain('This is base64: use Convert to File');
			expect(JSON.stringify(error).length).toBeLessThan(20_000);
		},
	);

	test('that n8n still has all files', async () => {
		const last: IBinaryData = { ...good, id: `${good.id}-deleted`, fileName: 'annex.pdf' };
		const given = { files: { data: good, last }, binaryProperties: 'data,last' };
		const { error } = await sign({ contractId: await draft(), ...given });
		expect(error?.message).toBe("File 'annex.pdf' (field last) cannot be read: File not found");
		expect(error?.description).toContain('Run the node that outputs the file again.');
	});

	test('their number', async () => {
		const names = Array.from({ length: 21 }, (_, i) => `f${i}`);
		const files = await filesNamed(names);
		expect(await refusal({ files })).toBe(
			'21 files are more than the 20 that can be marked as signed',
		);
	});

	test.each([
		['={{ "" }}', 'Input Binary Field is empty'],
		[' , ', 'Input Binary Field is empty'],
		['data,annex', "The item has no binary field 'annex'"],
		['={{ [$binary.data, $binary.annex] }}', 'An entry of Input Binary Field holds no file'],
		// n8n shows all of a file there but the content that is in the item itself.
		['={{ [$binary.data, $binary.code] }}', 'An entry of Input Binary Field holds no file'],
		['={{ [{ id: "att1", filename: "a.pdf" }] }}', 'An entry of Input Binary Field holds no file'],
	])('the fields that are named: %s', async (binaryProperties, message) => {
		const code = { data: pdf('code').toString('base64'), mimeType: 'application/pdf' };
		const files = { data: good, code };
		expect(await refusal({ files, binaryProperties })).toBe(message);
	});

	test.each([
		['={{ undefined }}', 'Signature Date is empty'],
		['next week', "Signature Date 'next week' is not a date such as 2026-03-31"],
		['={{ 2026 }}', "Signature Date '2026' is not a date such as 2026-03-31"],
		[
			'={{ $now.plus({ minutes: 2 }) }}',
			expect.stringMatching(/^Signature Date .* lies in the future$/),
		],
	])('the date %s', async (signatureDate, message) => {
		expect(await refusal({ signatureDate })).toEqual(message);
	});

	test.each(['../organization', 'a/b', 'contract_1', '%2e%2e'])(
		'the contract id %j',
		async (contractId) => {
			const { error } = await sign({ contractId: `={{ ${JSON.stringify(contractId)} }}` });
			expect(error?.message).toBe(`Contract '${contractId}' is not an ID`);
			expect(await requestsOf(sandbox)).toEqual([]);
		},
	);
});

test('a file of another system, put together by an expression, is taken by its content, not by its ID', async () => {
	const file = { id: 'att1', fileName: 'a.pdf', mimeType: 'application/pdf' };
	const data = pdf('whole').toString('base64');
	const binaryProperties = `={{ [${JSON.stringify({ ...file, data })}] }}`;
	const { error, items } = await sign({ contractId: await draft(), binaryProperties });
	expect(error).toBeUndefined();
	expect(items[0].json.files).toMatchObject([{ name: 'a.pdf' }]);
});

describe('the signature date', () => {
	afterEach(() => (Settings.defaultZone = 'system'));

	const ZONES = [
		'America/New_York',
		'America/Los_Angeles',
		'Europe/Berlin',
		'Asia/Tokyo',
		'Pacific/Auckland',
	];

	test.each(ZONES)(
		'of a whole day is its midnight in UTC, however it comes, in %s',
		async (zone) => {
			const given = [
				'2026-03-29',
				['2026-03-29'],
				'2026-03-29T00:00:00',
				'2026-03-29T00:00:00.000Z',
				`={{ DateTime.fromISO('2026-03-29', { zone: '${zone}' }) }}`,
				`={{ DateTime.fromISO('2026-03-29', { zone: '${zone}' }).toISO() }}`,
				`={{ DateTime.fromISO('2026-03-29', { zone: '${zone}' }).toJSDate() }}`,
			];
			for (const signatureDate of given) {
				const contractId = await draft();
				const { items, error } = await sign(
					{ contractId, signatureDate },
					{ workflowSettings: { timezone: zone } },
				);
				expect(error).toBeUndefined();
				expect(items[0].json.signatureDate).toBe('2026-03-29T00:00:00.000Z');
			}
		},
	);

	test.each(ZONES)('of today is not later than now in %s', async (zone) => {
		const today = DateTime.now().setZone(zone).toISODate()!;
		const { items, error } = await sign(
			{ contractId: await draft(), signatureDate: today },
			{ workflowSettings: { timezone: zone } },
		);
		expect(error).toBeUndefined();
		const midnight = Date.parse(today);
		const signed = Date.parse(items[0].json.signatureDate as string);
		expect(signed).toBeLessThanOrEqual(Date.now());
		if (midnight < Date.now() - 60_000) expect(signed).toBe(midnight);
	});

	test.each([
		['={{ new Date(null) }}', 'as in new Date(null)'],
		['={{ new Date(1767225600) }}', 'new Date(new Date($json.value) * 1000)'],
		['1970-01-21T10:53:45.600Z', 'seconds that were read as milliseconds'],
		['0026-03-31', 'four digits'],
		['1899-12-30', 'four digits'],
		['1900-01-01T00:00:00', 'four digits'],
	])(
		'that cannot be meant is refused with the right conversion: %s',
		async (signatureDate, advice) => {
			const { error } = await sign({ contractId: await draft(), signatureDate });
			expect(error?.message).toMatch(/^Signature Date '.*' cannot be meant$/);
			expect(error?.description).toContain(advice.replace('$json.value', '$json.date'));
			expect(await requestsOf(sandbox)).toEqual([]);
		},
	);

	test('is believed before 1970, and in January of that year where it is a plain date', async () => {
		for (const signatureDate of ['1970-01-21', '1969-12-30T12:00:00Z', '1901-01-01']) {
			const { error } = await sign({ contractId: await draft(), signatureDate });
			expect(error).toBeUndefined();
		}
	});

	test('a little ahead of the clock is waited for', async () => {
		const signatureDate = new Date(Date.now() + 900).toISOString();
		const { error, items } = await sign({ contractId: await draft(), signatureDate });
		expect(error).toBeUndefined();
		expect(items[0].json.signatureDate).toBe(signatureDate);
		expect((await requestsOf(sandbox)).filter((each) => each.startsWith(SIGN))).toEqual([
			`${SIGN} 204`,
		]);
	});

	test('that lies ahead of the clock of the service is waited for, and the files are not uploaded again', async () => {
		await sandbox.control.clock({ shiftMs: -3_000 });
		const signatureDate = '={{ $now }}';
		const { error } = await sign({ contractId: await draft(), signatureDate });
		expect(error).toBeUndefined();
		const requests = await requestsOf(sandbox);
		expect([...new Set(requests.filter((each) => each.startsWith(SIGN)))]).toEqual([
			`${SIGN} 400`,
			`${SIGN} 204`,
		]);
		expect(requests.filter((each) => each.startsWith('PUT'))).toHaveLength(1);
	});

	test('in a timezone that there is not is refused before anything is sent', async () => {
		const { error } = await sign(
			{ contractId: await draft() },
			{ workflowSettings: { timezone: 'Europe/Belin' } },
		);
		expect(error?.message).toBe("The timezone of the workflow, 'Europe/Belin', does not exist");
		expect(error?.description).toContain('GENERIC_TIMEZONE');
		expect(await requestsOf(sandbox)).toEqual([]);
	});

	test.each([
		['2026-03-29', '2026-03-29T00:00:00.000Z'],
		['2026-03-29T14:30:00', '2026-03-29T12:30:00.000Z'],
		['2026-03-29T14:30:00-05:00', '2026-03-29T19:30:00.000Z'],
		["={{ DateTime.fromISO('2026-03-29T10:00:00Z') }}", '2026-03-29T10:00:00.000Z'],
	])('%s is %s in a workflow of Berlin', async (signatureDate, expected) => {
		const contractId = await draft();
		const { items, error } = await sign(
			{ contractId, signatureDate },
			{ workflowSettings: { timezone: 'Europe/Berlin' } },
		);
		expect(error).toBeUndefined();
		expect(items[0].json.signatureDate).toBe(expected);
		expect((await sandbox.control.contract(contractId)).signatureDate).toBe(expected);
	});
});

test('every PDF of the item is taken on demand, and nothing else', async () => {
	const contractId = await draft();
	const files = {
		photo: await fileOf('x', 'photo.png', 'image/png'),
		// The signature of the mail that brought the others.
		mail: await fileOf(Buffer.from(P7M, 'latin1'), 'smime.p7s', 'application/pkcs7-signature'),
		main: await fileOf(pdf('main'), 'main.pdf'),
		annex: await fileOf(pdf('annex'), 'annex.PDF', 'application/octet-stream'),
		power: await fileOf(pdf('power'), undefined, 'Application/PDF; charset=binary'),
		scan: await fileOf(pdf('scan'), 'Scan v1.2', 'application/x-pdf'),
	};

	const { items, error } = await sign({ contractId, files, options: { allPdfs: true } });

	expect(error).toBeUndefined();
	expect(items[0].json.files).toMatchObject([
		{ name: 'main.pdf' },
		{ name: 'annex.pdf' },
		{ name: 'power.pdf' },
		{ name: 'Scan v1.2.pdf' },
	]);
});

test('files that n8n keeps in the JSON are found by the same names', async () => {
	const contractId = await draft();
	const data = await fileOf(pdf('combined'), 'combined.pdf');
	const settings = { workflowSettings: { binaryMode: 'combined' as const } };
	const item = { json: { _files: { data } } } as never;

	for (const options of [{}, { allPdfs: true }]) {
		const signedId = await draft();
		const { error } = await run(
			'markAsSigned',
			{ contractId: signedId, signatureDate: YESTERDAY, options },
			[item],
			settings,
		);
		expect(error).toBeUndefined();
	}
	expect((await sandbox.control.contract(contractId)).status).toBe('draft');
	expect(await sandbox.control.uploads()).toHaveLength(2);
});

test.each(['separate', 'combined'] as const)(
	'a file is found by its name, whatever that holds (binary mode %s)',
	async (binaryMode) => {
		const files = { 'Contract, signed.pdf': await fileOf(pdf('x'), 'x.pdf') };
		const item =
			binaryMode === 'combined' ? { json: { _files: files } } : { json: {}, binary: files };
		const { error, items } = await run(
			'markAsSigned',
			{
				contractId: await draft(),
				signatureDate: YESTERDAY,
				binaryProperties: 'Contract, signed.pdf',
			},
			[item as never],
			{ workflowSettings: { binaryMode } },
		);
		expect(error).toBeUndefined();
		expect(items[0].json.files).toMatchObject([{ name: 'x.pdf' }]);
	},
);

describe.each(['filesystem', 'default', 'database'] as const)('in binary mode %s', (mode) => {
	beforeAll(async () => await useBinaryMode(mode));
	afterAll(async () => await useBinaryMode('filesystem'));

	test.each([
		['combined', 'application/pdf', 'combined.pdf'],
		['Contract v1.2', 'application/pdf', 'Contract v1.2.pdf'],
		['contract.pdf', 'application/x-pdf', 'contract.pdf'],
		['contract.PDF', 'application/force-download', 'contract.pdf'],
		['contract.pdf', 'application/x-download', 'contract.pdf'],
		['contract.pdf', 'text/plain', 'contract.pdf'],
		['letter.docx', 'application/msword', 'letter.docx.pdf'],
		['', 'application/octet-stream', 'data.pdf'],
	])("a PDF called '%s' of type %s is uploaded as %s", async (fileName, type, name) => {
		const contractId = await draft();
		const bytes = Buffer.concat([Buffer.from('\r\n\r\n'), pdf(name)]);
		const { error, items } = await sign({
			contractId,
			files: { data: await fileOf(bytes, fileName, type) },
		});
		expect(error).toBeUndefined();
		expect(items[0].json.files).toMatchObject([{ name, contentType: 'application/pdf' }]);
		expect(await sandbox.control.uploads()).toMatchObject([{ size: bytes.length }]);
	});

	test.each(OTHERS)('nothing is signed with %s called .pdf', async (is, bytes) => {
		const { error } = await sign({
			contractId: await draft(),
			files: { data: await fileOf(bytes, 'contract.pdf') },
		});
		expect(error?.message).toBe(`File 'contract.pdf' (field data) is not a PDF: it is ${is}`);
		expect(error?.description).toContain('Nothing was uploaded.');
		expect(await requestsOf(sandbox)).toEqual([]);
	});

	test.each([1_000, 200_000])('nothing is signed with the first %d bytes of one', async (bytes) => {
		const part = pdf('cut off', 300_000).subarray(0, bytes);
		const { error } = await sign({
			contractId: await draft(),
			files: { data: await fileOf(part, 'contract.pdf') },
		});
		expect(error?.message).toBe(
			"File 'contract.pdf' (field data) is not a PDF: it is only the first part of one",
		);
		expect(error?.description).toContain('Await Write Finish), or save');
		expect(await requestsOf(sandbox)).toEqual([]);
	});
});

const P7M = '0\x82\x12\x34\x06\x09*\x86H\x86\xf7\r\x01\x07\x02\xa0\x82\x12\x25';

test.each([
	['was read as text', 'file.txt', Buffer.from('%PDF-1.7\n%\ufffd\ufffd\ufffd\ufffd\n1 0 obj\n')],
	['is in a p7m', 'main.pdf.p7m', Buffer.from(`${P7M}${pdf('main').toString()}`, 'latin1')],
	['is in an asice', 'a.asice', Buffer.from('PK\x03\x04mimetypeapplication/vnd.etsi.asic-e+zip')],
])('of all PDFs none is left out that %s, whatever it is called', async (_what, name, bytes) => {
	const files = {
		main: await fileOf(bytes, name, 'application/octet-stream'),
		annex: await fileOf(pdf('annex'), 'annex.pdf'),
	};
	const { error } = await sign({ contractId: await draft(), files, options: { allPdfs: true } });
	expect(error?.message).toContain(`File '${name}' (field main) is not a PDF`);
	expect(await requestsOf(sandbox)).toEqual([]);
});

const CODE = { data: pdf('code').toString('base64'), fileName: 'code.pdf' };

test.each(['data', `={{ [${JSON.stringify(CODE)}] }}`])(
	'a file of a Code node is a PDF by its first bytes where it says no type: %s',
	async (binaryProperties) => {
		const files = { data: CODE as IBinaryData };
		const { items, error } = await sign({ contractId: await draft(), files, binaryProperties });
		expect(error).toBeUndefined();
		expect(items[0].json.files).toMatchObject([{ name: 'code.pdf' }]);
	},
);

test('the files of six contracts are uploaded more and more at a time, at most thirty-two', async () => {
	const letters = [...'abcdef'];
	const contractIds = await Promise.all(letters.map(async () => await draft()));
	await sandbox.control.fault({
		route: 'PUT /storage/uploads/:uploadId',
		kind: 'latency',
		ms: 1_000,
		times: 0,
	});
	const names = (item: string) => Array.from({ length: 20 }, (_, i) => `${item}${i}`);
	const files = await Promise.all(letters.map((item) => filesNamed(names(item))));
	const inputs = contractIds.map((id, i) => ({ json: { id }, binary: files[i] }));
	const parameters = {
		contractId: '={{ $json.id }}',
		binaryProperties: '={{ Object.keys($binary).join(",") }}',
		signatureDate: YESTERDAY,
	};

	const { error, items } = await run('markAsSigned', parameters, inputs);

	expect(error).toBeUndefined();
	const { byRoute } = await sandbox.control.requestSummary();
	const { count, maxConcurrent } = byRoute['PUT /storage/uploads/:uploadId'];
	expect(count).toBe(120);
	expect(maxConcurrent).toBeGreaterThanOrEqual(17);
	expect(maxConcurrent).toBeLessThanOrEqual(32);
	for (const [i, item] of letters.entries()) {
		const uploaded = names(item).map((binaryProperty) => ({ binaryProperty }));
		expect(items[i].json.files).toMatchObject(uploaded);
	}
});

describe('a conflict says its cause:', () => {
	test.each([
		[{ status: 'signed' }, 'The contract is already signed'],
		[{ status: 'canceled' }, 'The contract is cancel\u2060ed'],
		[
			{ status: 'signing', signatureProcess: 'native' },
			'A signature process of the service or its signature provider is running for the contract',
		],
	])('%j', async (state, message) => {
		const { error } = await sign({ contractId: await contractIn(sandbox, state) });
		expect(error?.message).toBe(message);
		expect(error?.httpCode).toBe('409');
		expect(error?.description).toContain('Nothing was changed');
		expect(error?.context).toMatchObject({
			errorId: 'INVALID_STATUS_TRANSITION',
			statusCode: 409,
			details: { value: state.status },
		});
	});

	test.each(['draft', 'expired'])(
		'with the words of the service where it may be another one: %s',
		async (status) => {
			const contractId = await draft();
			const error = { errorId: 'LOCKED', message: 'Somebody edits it', details: {} };
			const answered = { kind: 'status', times: 0 } as const;
			await sandbox.control.fault([
				{ ...answered, route: SIGN, status: 409, body: { error } },
				{
					...answered,
					route: 'GET /contracts/:id',
					status: 200,
					body: { id: contractId, status },
				},
			]);
			const { description } = (await sign({ contractId })).error!;
			expect(description).toContain('The service says: Somebody edits it');
		},
	);

	test('also one that came about while the files were uploaded', async () => {
		const contractId = await draft();
		await sandbox.control.fault({
			route: SIGN,
			kind: 'status',
			status: 409,
			errorId: 'INVALID_STATUS_TRANSITION',
		});
		await sandbox.control.fault({
			route: 'GET /contracts/:id',
			skip: 1,
			kind: 'status',
			status: 200,
			body: { id: contractId, status: 'canceled' },
		});
		const { error } = await sign({ contractId });
		expect(error?.message).toBe('The contract is cancel\u2060ed');
		expect(error?.context).toMatchObject({ errorId: 'INVALID_STATUS_TRANSITION' });
	});
});

describe('uploads nothing', () => {
	test.each(['signed', 'canceled'])('when the contract is %s', async (status) => {
		const { error } = await sign({ contractId: await contractIn(sandbox, { status }) });
		expect(error?.message.replace('\u2060', '')).toContain(status);
		expect((await requestsOf(sandbox)).filter((one) => !one.startsWith('GET'))).toEqual([]);
	});

	test.each([
		[404, /^No contract |^Nothing was found/],
		[403, /^The API key may not do this$/],
		[400, /./],
	])('when the contract cannot be read: %d', async (status, message) => {
		const contractId = await draft();
		await sandbox.control.fault({ route: 'GET /contracts/:id', kind: 'status', status, times: 0 });
		const { error } = await sign({ contractId });
		expect(error?.message).toMatch(message);
		expect(error?.context).toMatchObject({ statusCode: status });
		expect(await requestsOf(sandbox)).toEqual([`GET /contracts/:id ${status}`]);
	});
});

test.each([{ status: 'hasOwnProperty' }, { status: null }, {}])(
	'a status that nobody knows is left to the service: %j',
	async (shown) => {
		const contractId = await draft();
		await sandbox.control.fault({
			route: 'GET /contracts/:id',
			kind: 'status',
			status: 200,
			body: { id: contractId, ...shown },
		});
		const { error, items } = await sign({ contractId });
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ status: 'signed' });
	},
);

describe('an answer that is lost', () => {
	const executed = async () =>
		(await sandbox.control.requests({ method: 'POST' })).filter(
			({ route, executed: done }) => route === '/contracts/:id/signed-version' && done,
		).length;

	test.each(['reset', 'html', 'status'] as const)(
		'after the contract was signed is a success (%s)',
		async (kind) => {
			const contractId = await draft();
			await sandbox.control.fault({ route: SIGN, kind, when: 'after', status: 500 });

			const { items, error } = await sign({ contractId });

			expect(error).toBeUndefined();
			expect(items[0].json).toMatchObject({ status: 'signed' });
			expect(await executed()).toBe(1);
			expect((await requestsOf(sandbox)).slice(-1)).toEqual(['GET /storage/files/:fileId 200']);
		},
	);

	test('is known by the signature date where the service gives a ZIP of the files', async () => {
		const contractId = await draft();
		const credential = await profiled(sandbox, { 'signed-files': 'zip' });
		await sandbox.control.fault({ route: SIGN, kind: 'reset', when: 'after' });
		const { items, error } = await sign({ contractId }, { credential });
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ status: 'signed' });
	});

	test('before that says that it may have happened, and how the contract is', async () => {
		const contractId = await draft();
		await sandbox.control.fault({ route: SIGN, kind: 'reset' });

		const { error } = await sign({ contractId });

		expect(error?.message).toContain('not known whether');
		expect(error?.description).toContain('It may have happened');
		expect(error?.description).toContain("its status is 'draft'");
		expect(await executed()).toBe(0);
	});

	test('is not asked for again when the service is down for good', async () => {
		const contractId = await draft();
		await sandbox.control.fault([
			{ route: SIGN, kind: 'reset' },
			{ route: 'GET /contracts/:id', kind: 'status', status: 404, skip: 1 },
		]);
		const { error } = await sign({ contractId });
		expect(error?.description).toContain('It may have happened');
	});
});

describe('an upload', () => {
	test.each([
		{ kind: 'status', status: 503 },
		{ kind: 'status', status: 429, retryAfter: 0 },
		{ kind: 'reset' },
	] as const)('is repeated with the whole file after %j', async (fault) => {
		const contractId = await draft();
		const bytes = pdf('big', 200_000);
		await sandbox.control.fault({ route: 'PUT /storage/uploads/:uploadId', ...fault });

		const { error } = await sign({ contractId, files: { data: await fileOf(bytes, 'big.pdf') } });

		expect(error).toBeUndefined();
		const puts = (await requestsOf(sandbox)).filter((request) => request.startsWith('PUT'));
		expect(puts).toHaveLength(2);
		expect(await sandbox.control.uploads()).toMatchObject([{ size: bytes.length }]);
	});

	test('whose address has expired meanwhile gets a new one', async () => {
		const contractId = await draft();
		const route = 'PUT /storage/uploads/:uploadId';
		await sandbox.control.fault({ route, kind: 'status', status: 403 });
		const { error } = await sign({ contractId });
		expect(error).toBeUndefined();
		const { byRoute } = await sandbox.control.requestSummary();
		expect([byRoute['POST /files/upload-url'].count, byRoute[route].count]).toEqual([2, 2]);
	});

	test('that the storage refuses fails with its words, and the contract stays as it is', async () => {
		const contractId = await draft();
		await sandbox.control.fault({
			route: 'PUT /storage/uploads/:uploadId',
			kind: 'status',
			status: 403,
			times: 0,
			message: 'Signature expired',
		});

		const { error } = await sign({ contractId });

		expect(error?.message).toBe("Uploading 'signed.pdf' failed: the file storage answered 403");
		expect(error?.description).toContain('Signature expired');
		expect((await sandbox.control.contract(contractId)).status).toBe('draft');
	});
});

test('of several items each is signed or fails on its own, linked to its input', async () => {
	const [first, second, third] = [await draft(), await draft(), await draft()];
	await sandbox.control.setContractState(second, { status: 'canceled' });
	const items = await Promise.all(
		[first, second, third].map(async (id) => ({
			json: { id },
			binary: { data: await fileOf(pdf(id), `${id}.pdf`) },
		})),
	);

	const result = await run(
		'markAsSigned',
		{ contractId: '={{ $json.id }}', signatureDate: YESTERDAY },
		items,
		{ nodeSettings: { onError: 'continueErrorOutput' } },
	);

	expect(result.items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
		[first, { item: 0 }],
		[third, { item: 2 }],
	]);
	expect(result.errorItems).toMatchObject([
		{
			json: { id: second, details: { errorId: 'INVALID_STATUS_TRANSITION' } },
			// Sent back to the node later, the item has its file.
			binary: { data: { fileName: `${second}.pdf` } },
		},
	]);
});
