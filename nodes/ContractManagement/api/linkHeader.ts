/** `<address>; name=value; name="value"`, of which the header has several (RFC 8288). */
const LINK = /<([^<>]*)>((?:\s*;\s*[^=;,\s]+(?:\s*=\s*(?:"(?:\\.|[^"\\])*"|[^\s",;]+))?)*)/g;

/** A quoted value is passed over whole, so that nothing in it counts as a parameter. */
const PARAMETER = /;\s*([^=;,\s]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s",;]+))/g;

/** The address of the next page in a `Link` header. */
export function nextLinkIn(header: string): string | undefined {
	const links = [...header.matchAll(LINK)];
	return links.find(([, , parameters]) => relationsIn(parameters).includes('next'))?.[1];
}

// One value may name several relations, and only the first `rel` counts.
function relationsIn(parameters: string): string[] {
	const rel = [...parameters.matchAll(PARAMETER)].find(([, name]) => name.toLowerCase() === 'rel');
	const value = rel?.[2] ?? rel?.[3] ?? '';
	return value.toLowerCase().split(/\s+/);
}
