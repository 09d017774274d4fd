import type { Database } from '../store/database.mts';
import { ApiError } from './apiError.mts';

export interface ApiKey {
	key: string;
	/** What the request log calls it. */
	name: string;
	organizationId: string;
	permission: 'read' | 'write';
	/** The member who generated it: the author of contracts created with it. */
	memberId: string;
}

/** The API keys of all organizations, in memory as every request needs one. */
export class ApiKeys {
	readonly #database: Database;
	#keys: Map<string, ApiKey> | undefined;

	constructor(database: Database) {
		this.#database = database;
	}

	all(): ApiKey[] {
		return [...this.#load().values()];
	}

	find(key: string): ApiKey | undefined {
		return this.#load().get(key);
	}

	/** To be called when the table has changed. */
	forget(): void {
		this.#keys = undefined;
	}

	#load(): Map<string, ApiKey> {
		this.#keys ??= new Map(
			this.#database
				.all<ApiKey>(
					`SELECT key, name, organization_id AS organizationId, permission, member_id AS memberId
					FROM api_keys ORDER BY rowid`,
				)
				.map((row) => [row.key, row]),
		);
		return this.#keys;
	}
}

/** "Authentication": 401 for a missing or invalid key. */
export function authenticated(key: ApiKey | undefined): ApiKey {
	if (key) return key;
	throw new ApiError('INVALID_API_KEY', 'The API key is missing or invalid');
}

/** "Authentication": 403 for a valid key that may only read. */
export function authorize(key: ApiKey, method: string): void {
	if (method === 'GET' || key.permission === 'write') return;
	throw new ApiError('INSUFFICIENT_PERMISSIONS', 'This API key may only read', {
		permission: key.permission,
	});
}
