/** What a sandbox starts with. */
export interface SandboxOptions {
	/** 0 or absent: a free port. */
	port?: number;
	/** Only an address of this machine: the control plane needs no key. */
	host?: string;
	/** Database file; its uploads go to the folder `<file>.files`. In memory when absent. */
	db?: string;
	seed?: SeedName;
	variants?: string[];
	/** File of `npm run probe -- --save`: answer as that service does. */
	profile?: string;
	/** A situation under a name, as it is played from the start. */
	scenario?: string;
	latencyMs?: number;
	/** Largest file that can be uploaded. */
	maxUploadBytes?: number;
	webhook?: { url: string; secret: string };
}

/** `demo`: a company's data. `empty`: organizations and keys. A number: so many generated contracts. */
export type SeedName = 'demo' | 'empty' | number;

/** "Maximum size of an uploaded file: not shown." */
export const DEFAULT_MAX_UPLOAD_BYTES = 100 * 1024 * 1024;
