import fc from 'fast-check';

const upTo = (min: number, max: number) => ({
	weight: max - min + 1,
	arbitrary: fc.integer({ min, max }).map((code) => String.fromCodePoint(code)),
});

/** Any character but half of one: the unit `binary` of fast-check, without the second that it takes to list them all. */
export const codePoints = fc.oneof(upTo(0, 0xd7ff), upTo(0xe000, 0x10ffff));
