import { findBrowser } from './browser.mts';
import { hasPostgresServer, hasRedis } from './services.mts';

/** What the machine lacks for a suite; undefined when it can run. Run as a script: available.mts SUITE. */
const LACKS: Record<string, () => string | undefined> = {
	browser: lacksBrowser,
	recipes: lacksBrowser,
	queue() {
		const missing = [
			...(hasRedis() ? [] : ['Redis (Debian: apt-get install redis-server)']),
			...(hasPostgresServer() ? [] : ['PostgreSQL (Debian: apt-get install postgresql)']),
		];
		return missing.length === 0 ? undefined : `Queue mode needs ${missing.join(' and ')}.`;
	},
};

function lacksBrowser(): string | undefined {
	try {
		findBrowser();
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

const reason = LACKS[process.argv[2] ?? '']?.();
if (reason !== undefined) {
	console.log(reason);
	process.exitCode = 1;
}
