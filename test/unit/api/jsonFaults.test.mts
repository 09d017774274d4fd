import { jsonAdvice } from '../../../nodes/ContractManagement/api/jsonFaults';

test.each([
	['{"a": 1,}', /^Line 1, character 9: this is not JSON\. Names and texts/],
	['{"a": [1, 2,\n]}', /^Line 2, character 1: this is not JSON\. Names and texts/],
	["{'a': 1}", /^Line 1, character 2: this is not JSON\. Names and texts/],
	['{"a": \'x\'}', /^Line 1, character 7: this is not JSON\. Names and texts/],
	['{"a": "one\ntwo"}', /^Line 1, character 11: this is not JSON\. Names and texts/],
	['{"a": "tab\there"}', /^Line 1, character 11: this is not JSON\. Names and texts/],
	['```json\n{"a": 1}\n```', /^Line 1, character 1: this is not JSON\. Names and texts/],
	['{"a": 1', /^Line 1, character 8: its end is missing/],
	['{"a": "x', /^Line 1, character 9: its end is missing/],
	['{a: 1}', /^Line 1, character 2: this is not JSON\. Names and texts/],
	['{"a": Oslo}', /^Line 1, character 7: this is not JSON\. Names and texts/],
	['{"a": "5" screws"}', /^Line 1, character 11: this is not JSON\. Names and texts/],
	['{“a”: 1}', /^Line 1, character 2: this is not JSON\. Names and texts/],
	['{"a": ‘x’}', /^Line 1, character 7: this is not JSON\. Names and texts/],
	['{"a": "C:\\Users"}', /^Line 1, character 11: this is not JSON\. Names and texts/],
	['{"a": "\\x"}', /^Line 1, character 9: this is not JSON\. Names and texts/],
	['{"a": 1 "b": 2}', /^Line 1, character 9: this is not JSON\. Names and texts/],
	['{"a": {"b": 1} {"c": 2}}', /^Line 1, character 16: this is not JSON\. Names and texts/],
	['{"a": 1} x', /^Line 1, character 10: this is not JSON\. Names and texts/],
	['[{"a": 1}]', /^It is a list: give one object of it/],
	['"text"', /^It is not an object in \{ and \}/],
	[[{ a: 1 }], /^It is a list/],
	[5, /^For values of the input give an object, \{\{ \{/],
])('%j', (value, advice) => {
	expect(jsonAdvice(value)).toMatch(advice);
	expect(jsonAdvice(value)).toContain('.toJsonString()');
});
