import { installN8n } from './install.mts';

/** What the end-to-end tests need before jest starts: the pinned n8n, with its progress visible. */
try {
	await installN8n();
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
