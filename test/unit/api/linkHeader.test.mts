import { nextLinkIn } from '../../../nodes/ContractManagement/api/headers';

test.each<[string, string | undefined]>([
	['</x?after=a>; rel="next"', '/x?after=a'],
	['</x?after=a>;rel=next', '/x?after=a'],
	['</p>; rel="prev", </x?after=a>; rel="next"', '/x?after=a'],
	['</x?after=a>; title="a, b"; rel="next"', '/x?after=a'],
	['</x?after=a>; title="a \\" <b>; rel=x"; rel=next', '/x?after=a'],
	['</x?after=a>; rel="last next"', '/x?after=a'],
	['</x?a=1,2&after=a>; REL="Next"', '/x?a=1,2&after=a'],
	['</x>; crossorigin; rel="next"', '/x'],
	['</x>; title="; rel=next"', undefined],
	['</x>; rel="nextpage"', undefined],
	['</x>; rel="prev"; rel="next"', undefined],
	['</x>', undefined],
	['undefined', undefined],
])('the next page in the Link header %s is %s', (header, next) => {
	expect(nextLinkIn(header)).toBe(next);
});

test('a header that is made to be slow is not', () => {
	// CPU time, so that other work on the machine does not count.
	const started = process.cpuUsage();
	for (const part of ['<', '<a>;', '<a> ', ' ;', '"', ';a="'])
		nextLinkIn(`<a>${part.repeat(16_000)}`);
	expect(process.cpuUsage(started).user / 1000).toBeLessThan(2_000);
});
