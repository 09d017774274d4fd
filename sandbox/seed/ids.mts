/** A fixed UUID, so that documentation and tests can name seeded data: `fixedId('c0', 1)` ends with …0001. */
export function fixedId(kind: string, number: number): string {
	return `${kind.padEnd(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A generator of UUIDs that look random but are the same for the same seed. */
export function uuidSequence(seed: number): () => string {
	let state = seed >>> 0;
	const hex = () => {
		state = (state + 0x9e3779b9) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
		mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
		return ((mixed ^ (mixed >>> 15)) >>> 0).toString(16).padStart(8, '0');
	};
	return () => {
		const [a, b, c, d] = [hex(), hex(), hex(), hex()];
		return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
	};
}
