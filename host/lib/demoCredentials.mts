import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { N8nClient } from './client/n8n.mts';
import type { EmbeddedPostgres } from './embeddedPostgres.mts';
import type { MailServer } from './mail/server.mts';
import type { Credentials } from './recipes.mts';
import type { SandboxProcess } from './sandbox.mts';
import type { StorageServer } from './storage/server.mts';

/** The sandbox's key that may write. */
export const API_KEY = 'sandbox-admin-key';
export const WEBHOOK_SECRET = 'sandbox-webhook-secret';

/** What runs beside n8n. */
export interface Surroundings {
	sandbox: SandboxProcess;
	crm: EmbeddedPostgres;
	mail: MailServer;
	storage: StorageServer;
}

type Data = Record<string, unknown>;

interface DemoCredential {
	name: string;
	type: string;
	data: Data;
	/** The fields that are set to what they are now, unless the user set them: the address, then what goes with it. */
	followed: [address: string, ...rest: string[]];
}

/** What starts wrote into the followed fields, by the credential's name. */
type Written = Record<string, Data>;

/**
 * The credentials of the demo, made the first time, and a line for each that is not followed, as the user changed it.
 *
 * @param folder remembers what was written, as n8n does not say who changed a field
 */
export async function demoCredentials(n8n: N8nClient, surroundings: Surroundings, folder: string) {
	const file = path.join(folder, 'credentials.json');
	const written: Written = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
	const credentials: Credentials = {};
	const left: string[] = [];
	for (const one of [...wanted(surroundings), await ofN8n(n8n)]) {
		const { id, now, own } = await upToDate(n8n, one, written[one.name]);
		credentials[one.type] = { id, name: one.name };
		if (own.length > 0) left.push(`"${one.name}" is left as saved in n8n: ${own.join(', ')}`);
		written[one.name] = now;
		writeFileSync(`${file}.new`, JSON.stringify(written, undefined, '\t'));
		renameSync(`${file}.new`, file);
	}
	return { credentials, left };
}

function wanted({ sandbox, crm, mail, storage }: Surroundings): DemoCredential[] {
	const { host, port, database, user, password } = crm;
	return [
		{
			name: 'Contract Management (sandbox)',
			type: 'contractManagementApi',
			data: {
				baseUrl: sandbox.baseUrl,
				apiKey: API_KEY,
				webhookSecret: WEBHOOK_SECRET,
				serviceProfile: sandbox.profile,
			},
			followed: ['baseUrl', 'serviceProfile'],
		},
		{
			name: 'CRM database',
			type: 'postgres',
			data: { host, port, database, user, password, maxConnections: 5, ssl: 'disable' },
			followed: ['port'],
		},
		{
			name: 'Mail',
			type: 'smtp',
			data: {
				...{ host: '127.0.0.1', port: mail.port, user: '', password: '' },
				...{ secure: false, disableStartTls: true },
			},
			followed: ['port'],
		},
		{
			name: 'Storage',
			type: 's3',
			data: { ...storage.account, forcePathStyle: true, ignoreSSLIssues: false },
			followed: ['endpoint'],
		},
	];
}

/** The credential for n8n's own API, with a key that is made with it. */
async function ofN8n(n8n: N8nClient): Promise<DemoCredential> {
	const name = 'This n8n';
	const isKnown = (await n8n.credentials()).some((credential) => credential.name === name);
	const apiKey = isKnown ? '' : await n8n.createApiKey(`Recipes ${Date.now()}`);
	const data = { apiKey, baseUrl: `${n8n.url}/api/v1` };
	return { name, type: 'n8nApi', data, followed: ['baseUrl'] };
}

/** Makes the credential or follows in it; `now` is what was written, `own` are the fields that stay different. */
async function upToDate(n8n: N8nClient, wanted: DemoCredential, written?: Data) {
	const { name, type, data, followed } = wanted;
	const values = Object.fromEntries(followed.map((field) => [field, data[field]]));
	const known = (await n8n.credentials()).find((credential) => credential.name === name);
	if (!known)
		return { id: (await n8n.createCredential(name, type, data)).id, now: values, own: [] };
	const { data: saved = {} } = await n8n.credential(known.id);
	const [address] = followed;
	// Where a version that wrote nothing down made the credential, an address on this machine is taken as its own.
	const before = written ?? (isOnThisMachine(saved) ? { [address]: saved[address] } : {});
	const isOurs = (field: string) => (saved[field] ?? '') === (before[field] ?? '');
	const differing = followed.filter((field) => saved[field] !== data[field]);
	// What goes with the address is no business of another one.
	const isFollowed = isOnThisMachine(saved) && (isOurs(address) || !differing.includes(address));
	const moved = differing.filter((field) => isFollowed && isOurs(field));
	const now = Object.fromEntries(moved.map((field) => [field, data[field]]));
	if (moved.length > 0) await n8n.updateCredential(known.id, name, type, { ...saved, ...now });
	const own = differing.filter((field) => !moved.includes(field));
	return { id: known.id, now: { ...before, ...now }, own };
}

function isOnThisMachine({ baseUrl, endpoint, host }: Data): boolean {
	const address = String(baseUrl ?? endpoint ?? host);
	return /^(https?:\/\/)?(127\.0\.0\.1|localhost)(?![\w.-])/.test(address);
}
