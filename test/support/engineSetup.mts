import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { setSafeRegexEngine } from 'n8n-workflow';
import 'reflect-metadata';
import { ENGINE_FOLDERS } from './engineFolders.mts';

// n8n-core writes its settings into this folder as soon as it is loaded, so it is set before any test imports it.
process.env.N8N_USER_FOLDER = mkdtempSync(path.join(process.env[ENGINE_FOLDERS]!, 'file-'));
process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
process.env.N8N_DEFAULT_BINARY_DATA_MODE ??= 'filesystem';
process.env.N8N_LOG_LEVEL = 'silent';

// n8n ends a regular expression after 250 ms on the clock, which on a machine with other work hits innocent ones.
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) =>
		input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags) => [
		...input.matchAll(new RegExp(pattern, `${(flags ?? '').replace('g', '')}g`)),
	],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});
