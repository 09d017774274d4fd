import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import 'reflect-metadata';

// n8n-core writes its settings into this folder as soon as it is loaded, so it is set before any test imports it.
process.env.N8N_USER_FOLDER = mkdtempSync(path.join(tmpdir(), 'n8n-engine-'));
process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
process.env.N8N_DEFAULT_BINARY_DATA_MODE ??= 'filesystem';
process.env.N8N_LOG_LEVEL = 'silent';
