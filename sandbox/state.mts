import { Clock } from './clock.mts';
import { FaultRegistry } from './faults/registry.mts';
import { FileStorage } from './files/storage.mts';
import { UrlSigner } from './files/signedUrl.mts';
import { ApiKeys } from './http/keys.mts';
import { RateLimiter } from './http/rateLimit.mts';
import { RequestLog } from './http/requestLog.mts';
import type { SandboxOptions } from './options.mts';
import { Scenarios } from './scenarios/scenario.mts';
import { Catalogs } from './store/catalog.mts';
import { Database } from './store/database.mts';
import { CursorCodec } from './store/listing/cursor.mts';
import { readProfile, ServiceProfile } from './profile/profile.mts';
import { VariantSet } from './variants/index.mts';
import { Webhooks } from './webhooks/webhooks.mts';

/** Everything a sandbox knows. Nothing is kept outside of it, so that several can run in one process. */
export interface SandboxState {
	options: SandboxOptions;
	/** `http://127.0.0.1:PORT`, known when the server listens. */
	origin: string;
	database: Database;
	catalogs: Catalogs;
	keys: ApiKeys;
	cursors: CursorCodec;
	urls: UrlSigner;
	storage: FileStorage;
	webhooks: Webhooks;
	clock: Clock;
	variants: VariantSet;
	/** What it does where the specification leaves it open. */
	profile: ServiceProfile;
	scenarios: Scenarios;
	faults: FaultRegistry;
	limiter: RateLimiter;
	log: RequestLog;
	/** Milliseconds that every API answer waits. */
	latencyMs: number;
}

export function createState(options: SandboxOptions): SandboxState {
	const database = new Database(options.db);
	const clock = new Clock();
	const variants = new VariantSet();
	variants.set(options.variants ?? []);
	const profile = new ServiceProfile();
	setInitialProfile(profile, options);
	const limiter = new RateLimiter();
	const { secret } = database;
	return {
		options,
		origin: '',
		database,
		catalogs: new Catalogs(database),
		keys: new ApiKeys(database),
		cursors: new CursorCodec(secret),
		urls: new UrlSigner(secret),
		storage: new FileStorage(options.db && `${options.db}.files`),
		webhooks: new Webhooks(database, clock, variants, profile),
		clock,
		variants,
		profile,
		scenarios: new Scenarios(),
		faults: new FaultRegistry(),
		limiter,
		log: new RequestLog(),
		latencyMs: options.latencyMs ?? 0,
	};
}

/** The profile that a sandbox starts with and comes back to. */
export function setInitialProfile(
	profile: ServiceProfile,
	{ profile: file }: SandboxOptions,
): void {
	profile.set(file === undefined ? {} : readProfile(file));
}
