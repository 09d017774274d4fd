import { triggerSettings } from '../../../nodes/ContractManagement/triggers/shared/settings';

const ROWS = { deduplicate: ['Drop Duplicates', true], files: ['Download', false] } as const;

test.each([
	['false', [false, false, false]],
	['TRUE ', [true, true, true]],
	[true, [true, true, true]],
	['', [true, false, false]],
	[null, [true, false, false]],
	['maybe', [true, false, false]],
])('switches of a trigger by an expression that comes to %j', (value, expected) => {
	const options = { deduplicate: value, files: value, readableValues: value };
	const given: Record<string, unknown> = { options, simplify: value };
	const context = {
		getNodeParameter: (name: string, fallback: unknown) => given[name] ?? fallback,
	};
	const { options: read, output } = triggerSettings(context as never, ROWS as never);
	const { deduplicate, files } = read as Record<string, unknown>;
	expect([deduplicate, files, output.readableValues]).toEqual(expected);
	expect(output.simplify).toBe(expected[0]);
});
