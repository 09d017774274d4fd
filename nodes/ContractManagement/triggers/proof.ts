/** What came with a delivery, before anything in it is believed. */
export interface Proof {
	/** By lower-case name. */
	headers: Record<string, string | string[] | undefined>;
	query: Record<string, unknown>;
	/** The body byte for byte; undefined where n8n did not keep it. */
	rawBody: Buffer | undefined;
}

/** The one value of a header, whatever the case of its name; empty when it is not there. */
export function headerOf({ headers }: Pick<Proof, 'headers'>, name: string): string {
	const value = headers[name.trim().toLowerCase()];
	return String((Array.isArray(value) ? value[0] : value) ?? '').trim();
}
