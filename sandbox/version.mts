import { readFileSync } from 'node:fs';

/** The package's own file: beside the sources, and above the folder that they are built into. */
const PACKAGE = import.meta.url.endsWith('.mts') ? './package.json' : '../package.json';

/** The version of this package. */
export const VERSION = (
	JSON.parse(readFileSync(new URL(PACKAGE, import.meta.url), 'utf8')) as { version: string }
).version;
