import { credentialData } from './credentials.mts';
import type { Sandbox } from './sandbox.mts';

/** Has the sandbox play the profile. Answers the credential that knows of it. */
export async function profiled({ baseUrl, control }: Sandbox, entries: Record<string, string>) {
	await control.profile(entries);
	return knowing(baseUrl, entries);
}

/** The credential of a person who has set Service Profile. */
export function knowing(baseUrl: string, entries: Record<string, string>) {
	return credentialData(baseUrl, undefined, { serviceProfile: JSON.stringify(entries) });
}
