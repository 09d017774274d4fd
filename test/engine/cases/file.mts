import { operationCase, type Call } from './case.mts';
import { fileItem, uploadCalls } from './storage.mts';

const FILES = ['a.txt', 'b.txt', 'c.txt'];

export const fileCases = [
	operationCase<undefined>({
		operation: 'file.upload',
		does: 'uploads the file of each item and gives its key',
		fixture: { recorded: () => undefined, live: async () => undefined },
		run: () => ({
			parameters: {},
			inputs: FILES.map((name) => ({ name })),
			binaries: FILES.map((name) => ({ data: fileItem(name, `content of ${name}`, 'text/plain') })),
			calls: FILES.flatMap((name): Call[] => uploadCalls(name, `content of ${name}`, 'text/plain')),
			outputs: FILES.map((name) => [
				{
					key: expect.any(String),
					name,
					contentType: 'text/plain',
					bytes: `content of ${name}`.length,
					binaryProperty: 'data',
				},
			]),
		}),
	}),
];
