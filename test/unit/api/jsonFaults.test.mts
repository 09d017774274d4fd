import { jsonAdvice } from '../../../nodes/ContractManagement/api/jsonFaults';

test.each([
	['{"a": 1,}', /^Line 1, character 9: the comma before it is one too many\./],
	['{"a": [1, 2,\n]}', /^Line 2, character 1: the comma/],
	["{'a': 1}", /^Line 1, character 2: names and texts stand in double quotes/],
	['{"a": \'x\'}', /^Line 1, character 7: names and texts stand in double quotes/],
	['{"a": "one\ntwo"}', /^Line 1, character 11: a line break/],
	['{"a": "tab\there"}', /^Line 1, character 11: a line break, or another control/],
	['```json\n{"a": 1}\n```', /^Line 1, character 1: the marks ```/],
	['{"a": 1', /^Line 1, character 8: its end is missing/],
	['{"a": "x', /^Line 1, character 9: its end is missing/],
	['{a: 1}', /^Line 1, character 2: a name or text without double quotes/],
	['{"a": Oslo}', /^Line 1, character 7: a name or text without double quotes/],
	['{"a": "5" screws"}', /^Line 1, character 11: a name or text without .*a quote within a text/],
	['{“a”: 1}', /^Line 1, character 2: names and texts stand in double quotes, ", not/],
	['{"a": ‘x’}', /^Line 1, character 7: names and texts stand in double quotes/],
	['{"a": "C:\\Users"}', /^Line 1, character 11: a backslash within a text is written twice/],
	['{"a": "\\x"}', /^Line 1, character 9: a backslash/],
	['{"a": 1 "b": 2}', /^Line 1, character 9: a comma or colon is missing before it/],
	['{"a": {"b": 1} {"c": 2}}', /^Line 1, character 16: a comma/],
	['{"a": 1} x', /^Line 1, character 10: /],
	['[{"a": 1}]', /^It is a list: give one object of it/],
	['"text"', /^It is not an object in \{ and \}/],
	[[{ a: 1 }], /^It is a list/],
	[5, /^For values of the input give an object, \{\{ \{/],
])('%j', (value, advice) => {
	expect(jsonAdvice(value)).toMatch(advice);
	expect(jsonAdvice(value)).toContain('.toJsonString()');
});
