import type { Session } from './session.mts';
import type { CredentialReference } from './types.mts';

export interface Credential extends CredentialReference {
	type: string;
	/** Secrets come back as placeholders. */
	data?: Record<string, unknown>;
}

type Data = Record<string, unknown>;

/** What recipes need: to look up failed executions and run them again, and to test green as a credential. */
const RECIPE_SCOPES = [
	'execution:list',
	'execution:read',
	'execution:retry',
	'workflow:read',
	'credential:create',
];

/** Credentials, and the Test button beside them. */
export function credentials(session: Session) {
	async function testCredential(type: string, data: Data, id = '') {
		const body = { credentials: { id, name: type, type, data } };
		return await session.rest<{ status: 'OK' | 'Error'; message: string }>(
			'POST',
			'/credentials/test',
			body,
		);
	}

	return {
		/** Tests data that is not saved, as the editor does before saving. */
		testCredential,
		/** Tests what is saved. */
		async testSavedCredential(id: string) {
			const saved = await session.rest<Credential>('GET', `/credentials/${id}?includeData=true`);
			return await testCredential(saved.type, saved.data ?? {}, id);
		},
		createCredential: (name: string, type: string, data: Data) =>
			session.rest<Credential>('POST', '/credentials', { name, type, data }),
		updateCredential: (id: string, name: string, type: string, data: Data) =>
			session.rest<Credential>('PATCH', `/credentials/${id}`, { name, type, data }),
		credential: (id: string) =>
			session.rest<Credential>('GET', `/credentials/${id}?includeData=true`),
		/** A key of n8n's own API. */
		async createApiKey(label: string, scopes = RECIPE_SCOPES): Promise<string> {
			const body = { label, scopes, expiresAt: null };
			return (await session.rest('POST', '/api-keys', body)).rawApiKey;
		},
		credentials: () => session.rest<Credential[]>('GET', '/credentials'),
	};
}
