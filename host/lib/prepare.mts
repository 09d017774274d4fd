import { installN8n } from './install.mts';

/** What tests in n8n need before jest starts: the n8n that a folder pins, with its progress visible. prepare.mts [FOLDER] */
try {
	await installN8n(process.argv[2]);
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
