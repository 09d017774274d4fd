import { jsonAdvice } from '../../../nodes/ContractManagement/node/values';

test.each([
	['{"a": 1,}', /JSON.* Names and texts stand in double quotes\. For values/],
	["{'a': 1}", /JSON.* Names and texts/],
	['```json\n{"a": 1}\n```', /JSON.* Names and texts/s],
	['{"a": 1', /JSON.* Names and texts/],
	['{a: 1}', /JSON.* Names and texts/],
	['[{"a": 1}]', /^It is a list: give one object of it/],
	['"text"', /^It is not an object in \{ and \}/],
	[[{ a: 1 }], /^It is a list/],
	[5, /^For values of the input give an object, \{\{ \{/],
])('%j', (value, advice) => {
	expect(jsonAdvice(value)).toMatch(advice);
	expect(jsonAdvice(value)).toContain('.toJsonString()');
});
