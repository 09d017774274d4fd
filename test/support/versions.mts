import { pinnedVersion } from '../../host/lib/hosts.mts';

/** The folder whose n8n the suite runs: see jest.config.js. */
export const HOST_UNDER_TEST = (globalThis as unknown as { host: string }).host;

export const VERSION = pinnedVersion(HOST_UNDER_TEST);

/** Whether the n8n under test is of this minor version of n8n 2 or later. */
export function isAtLeast(minor: number): boolean {
	return Number(VERSION.split('.')[1]) >= minor;
}
