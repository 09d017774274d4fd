import { BINARY_IN_JSON_PROPERTY as FILES_IN_JSON } from 'n8n-workflow';
import type { IBinaryData, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { maxBytesOf } from '../../api/files';
import type { Contract } from '../../api/types';
import { rest } from '../../transport/canceled';
import { readContract } from '../../transport/contracts';
import { readFiles } from '../../transport/files/download';
import type { Problem } from '../../transport/errors/problems';
import type { OperationBody } from '../../node/routing';
import { toItem, type ItemScope } from '../../node/scope';
import { nodeApiError } from '../../transport/errors/requestError';
import { choice, fields, number, inOptions, text, toggle } from '../shared/fields';
import { contractLocator } from '../shared/locators.fields';
import type { Operation } from '../shared/operation';
import { maxFileSizeMb } from '../shared/parameters.fields';

const { binaryProperty, fileOutput } = fields({
	binaryProperty: text('Put Output File in Field', {
		default: 'data',
		required: true,
		hint: 'Name of the output binary field',
	}),
	fileOutput: choice('Output', 'separateItems', {
		separateItems: ['One Item per File', 'One item for each file, in the same binary field'],
		singleItem: [
			'One Item with All Files',
			'The first file goes into the field above, the others into that name with _2, _3 …',
		],
	}).says('How to return several files'),
});

const options = inOptions({
	keepBinary: toggle('Keep Input Binary').says('Whether to keep other files of the item'),
	keepJson: toggle('Keep Input JSON').says('Whether to keep the JSON of the item'),
	waitSeconds: number('Wait for Files (Seconds)', 30, { minValue: 0, maxValue: 3600 }).says(
		'How long to wait for files',
	),
	maxFileSizeMb,
});

const download: Pick<Operation, 'isShort' | 'items' | 'options'> = {
	options,
	items:
		'{contractId, fileName, mimeType, bytes, binaryProperty, fileNumber, fileCount}, and the file in binary',
	isShort: true,
};

/** Downloads the document as it is now ("GET /contracts/{id}/current-version"), whatever the status. */
export const downloadCurrentVersion: Operation = {
	name: 'Download Current Version',
	action: 'Download document and get its info',
	description: 'Download the current document of a contract, even of a draft',
	request: { method: 'GET', url: '/contracts/{contractId}/current-version' },
	fields: [contractLocator, binaryProperty],
	...download,
	run: downloadOf('current version', () => undefined),
};

/** Downloads the signed PDFs ("GET /contracts/{id}/signed-files"); only a signed contract is going to have them. */
export const downloadSignedFiles: Operation = {
	name: 'Download Signed Files',
	action: 'Download signed files of contract',
	description: 'Download the PDFs of a signed contract, main document first',
	request: { method: 'GET', url: '/contracts/{contractId}/signed-files' },
	fields: [contractLocator, binaryProperty, fileOutput],
	...download,
	run: downloadOf('signed file', ({ status }) =>
		status === 'signed'
			? undefined
			: {
					// What is canceled will never be.
					...(status !== 'canceled' && { errorId: 'NOT_SIGNED_YET' }),
					message: `The contract is not signed: its status is '${status}'`,
					description: 'For the document as it is now use Download Current Version.',
				},
	),
};

const LONGEST_PAUSE_MS = 5_000;

/**
 * The body of a download: files that are not ready yet are waited for within a bound.
 * @param what is downloaded, for messages
 * @param refusal says why the contract, as it is, will not have the files; undefined when they are about to come
 */
function downloadOf(
	what: string,
	refusal: (contract: Contract) => Problem | undefined,
): OperationBody {
	return async (scope, declared, { contractId }) => {
		const asked = { ...declared, bodyOptional: true };
		const { connection, node } = scope;
		const seconds = options.waitSeconds.of(scope);
		const maxBytes = maxBytesOf(options.maxFileSizeMb.of(scope))!;
		const storing = { fallbackName: contractId, maxBytes };
		const notReady: Problem = {
			errorId: 'FILES_NOT_READY',
			message: `The service has no ${what} for the contract yet`,
			description: `Waited for ${seconds} s. Raise Wait for Files in the options.`,
		};
		const deadline = performance.now() + seconds * 1000;
		for (let pause = connection.retry.baseDelayMs; ; pause *= 2) {
			const found = await readFiles(connection, asked, storing);
			if (found) return fileItems(scope, contractId, found);
			const refused = refusal(await readContract(connection, contractId));
			const delay = Math.min(pause, LONGEST_PAUSE_MS);
			const isOver = performance.now() + delay > deadline;
			const reason = refused ?? (isOver ? notReady : undefined);
			if (reason) throw nodeApiError(node, reason, { statusCode: 404 });
			await rest(connection, delay);
		}
	};
}

/** Output items for downloaded files: one item per file, or one item that holds all of them. */
function fileItems(scope: ItemScope, contractId: string, files: IBinaryData[]) {
	const property = binaryProperty.of(scope);
	const isOneItem = fileOutput.of(scope) === 'singleItem';
	const fileCount = files.length;
	// An agent loses the binary part of an item, so the json tells of it.
	const facts = files.map((file, i) => ({
		fileName: file.fileName ?? '',
		mimeType: file.mimeType,
		bytes: file.bytes,
		binaryProperty: isOneItem && i > 0 ? `${property}_${i + 1}` : property,
	}));
	if (isOneItem) {
		const binary = Object.fromEntries(facts.map((fact, i) => [fact.binaryProperty, files[i]]));
		return [item(scope, binary, { contractId, fileCount, files: facts })];
	}
	return facts.map((fact, i) =>
		item(scope, { [property]: files[i] }, { contractId, ...fact, fileNumber: i + 1, fileCount }),
	);
}

function item(scope: ItemScope, binary: IBinaryKeyData, facts: IDataObject): INodeExecutionData {
	const { input } = scope;
	const keepsFiles = options.keepBinary.of(scope);
	const { [FILES_IN_JSON]: filesInJson, ...json } = input.json;
	return {
		...toItem(scope, {
			...(options.keepJson.of(scope) && json),
			...(keepsFiles && filesInJson !== undefined && { [FILES_IN_JSON]: filesInJson }),
			...facts,
		}),
		binary: { ...(keepsFiles && input.binary), ...binary },
	};
}
