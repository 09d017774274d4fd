import { roundedIn } from '../../../nodes/ContractManagement/transport/json';

test.each([
	['{"a": 9007199254740993}', '9007199254740993'],
	['{"a": [{"b": 0.1}, {"b": 12345678901234567.89}]}', '12345678901234567.89'],
	['[1, 1e400]', '1e400'],
	['{"a": 9007199254740992, "b": 1.10, "c": -0, "d": 1e3, "e": "9007199254740993"}', undefined],
	['null', undefined],
])('the number of %s that JavaScript would round is %s', (json, rounded) => {
	// Node.js tells since version 21 how a number was written.
	const isTold = Number(process.versions.node.split('.')[0]) > 20;
	expect(roundedIn(json)).toBe(isTold ? rounded : undefined);
});
