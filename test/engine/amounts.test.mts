import type { IDataObject } from 'n8n-workflow';
import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { credentialData } from '../support/credentials.mts';
import { runOperation } from '../support/runOperation.mts';

/** Of a service that answers the file itself. */
const FILES = '{"current-version": "file"}';

const ID = 'aa000000-0000-4000-8000-000000000001';
const PDF = { headers: { 'content-type': 'application/pdf' }, body: Buffer.from('%PDF-1.7 %%EOF') };

/** Runs it with the option by an expression, for a contract that is signed but has no files. */
async function run(operation: string, option: string, given: unknown) {
	const parameters = { contractId: byId(ID), customObjectId: byId(ID) };
	const { baseUrl, asked, close } = await answering(({ path }) =>
		path === `/contracts/${ID}` ? { body: { id: ID, status: 'draft' } } : undefined,
	);
	const { error } = await runOperation(
		baseUrl,
		operation,
		{ ...parameters, options: { [option]: '={{ $json.given }}' } },
		[{ given } as IDataObject],
	);
	close();
	return { error, asked };
}

describe.each([
	['contract.downloadSignedFiles', 'waitSeconds', 'Wait for Files'],
	['contract.downloadCurrentVersion', 'waitSeconds', 'Wait for Files'],
	['customObjectRecord.upsert', 'recordsPerRequest', 'Records per Request'],
])('%s, %s', (operation, option, label) => {
	test.each(['soon', -1, 'NaN', '-5', {}, true])(
		'%j is refused before any request',
		async (given) => {
			const { error, asked } = await run(operation, option, given);
			expect(error?.message).toMatch(/^[^']+ '.*' is not a (whole )?number of at least 0$/);
			expect(error?.message).toContain(label);
			expect(error?.description).toContain('[item 0]');
			expect(asked).toEqual([]);
		},
	);
});

test.each([null, '', ' ', '0', 3])('Records per Request takes %j', async (given) => {
	const { error } = await run('customObjectRecord.upsert', 'recordsPerRequest', given);
	expect(error?.message).not.toContain('Records per Request');
});

test.each([
	[null, true],
	['', true],
	[' ', true],
	['30', true],
	['0', false],
])(
	'Wait for Files of %j waits for a file that is there when it is asked for again: %j',
	async (given, isWaited) => {
		let count = 0;
		const { baseUrl, close } = await answering(({ path }) => {
			if (!path.endsWith('/current-version')) return { body: { id: ID, status: 'draft' } };
			count += 1;
			return count > 1 ? PDF : undefined;
		});
		const { items, error } = await runOperation(
			baseUrl,
			'contract.downloadCurrentVersion',
			{ contractId: byId(ID), options: { waitSeconds: '={{ $json.given }}' } },
			[{ given }],
			{ credential: { ...credentialData(baseUrl), serviceProfile: FILES } },
		);
		close();
		expect(items).toHaveLength(isWaited ? 1 : 0);
		expect(error === undefined).toBe(isWaited);
	},
);
