import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
} from 'n8n-workflow';
import { ContractManagementApi } from '../../credentials/ContractManagementApi.credentials';

/** The credential as the editor would save it. */
export function credentialData(
	baseUrl: string,
	apiKey = 'sandbox-admin-key',
	more: ICredentialDataDecryptedObject = {},
): ICredentialDataDecryptedObject {
	return {
		baseUrl,
		apiKey,
		version: '2025-01-29.alpha',
		versionHeaderName: 'service-version',
		maxConcurrentRequests: 8,
		maxRequestsPerSecond: 0,
		webhookSecret: '',
		previousWebhookSecret: '',
		serviceProfile: '',
		...more,
	};
}

/** Gives nodes the one credential and applies its own `authenticate`, as n8n's server does. */
export class TestCredentialsHelper extends ICredentialsHelper {
	private readonly type = new ContractManagementApi();

	constructor(private readonly data: ICredentialDataDecryptedObject) {
		super();
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	getCredentialsProperties() {
		return this.type.properties;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		request: IHttpRequestOptions,
	) {
		return await this.type.authenticate(credentials, request);
	}

	async preAuthentication() {
		return undefined;
	}

	async runPreAuthentication() {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		throw new Error('Tests give the decrypted data only');
	}

	async getDecrypted() {
		return { ...this.data };
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData() {}
}
