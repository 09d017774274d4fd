import { fields, toggle } from '../../../nodes/ContractManagement/node/fields';
import { triggerSettings } from '../../../nodes/ContractManagement/triggers/shared/settings';
import { verificationOptions } from '../../../nodes/ContractManagement/triggers/webhook/verification.fields';

const FIELDS = fields({ deduplicate: toggle('Drop Duplicates', true), files: toggle('Download') });

function settingsOf(own: object, given: Record<string, unknown>) {
	const context = {
		getNodeParameter: (name: string, fallback: unknown) => given[name] ?? fallback,
	};
	return triggerSettings(context as never, own as never);
}

test.each([
	['false', [false, false, false]],
	['TRUE ', [true, true, true]],
	[true, [true, true, true]],
	['', [true, false, false]],
	[null, [true, false, false]],
	['maybe', [true, false, false]],
])('switches of a trigger by an expression that comes to %j', (value, expected) => {
	const options = { deduplicate: value, files: value, readableValues: value };
	const { options: read, output } = settingsOf(FIELDS, { options, simplify: value });
	const { deduplicate, files } = read as Record<string, unknown>;
	expect([deduplicate, files, output.readableValues]).toEqual(expected);
	expect(output.simplify).toBe(expected[0]);
});

test.each([
	[0, 0],
	['60', 60],
	[0.5, 1],
	[-1, 300],
	['-0.5', 300],
	[Infinity, 300],
	['any time', 300],
])('a signature tolerance of %j by an expression: only 0 is any time', (value, expected) => {
	const { options } = settingsOf(verificationOptions, { options: { toleranceSeconds: value } });
	expect((options as Record<string, unknown>).toleranceSeconds).toBe(expected);
});
