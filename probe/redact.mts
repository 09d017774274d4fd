const PATTERNS: ReadonlyArray<readonly [RegExp, string]> = [
	[/[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g, '<email>'],
	[/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '<id>'],
	[/https?:\/\/(?!<host>)[^\s"'<>]+/gi, '<address>'],
	[/\b[\w+=-]{32,}\b/g, '<long value>'],
];

/**
 * The last line of defence: checks never quote what the service answered, and if one did, neither the secrets nor
 * anything that looks like an address, an id or a token leaves with the report.
 */
export function redacted(text: string, secrets: readonly string[]): string {
	const known = secrets.filter((secret) => secret !== '').toSorted((a, b) => b.length - a.length);
	const without = known.reduce((rest, secret) => rest.replaceAll(secret, '<secret>'), text);
	return PATTERNS.reduce((rest, [pattern, word]) => rest.replace(pattern, word), without);
}
