import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

/** The API key of one organization ("Authentication"), and how its requests are sent. */
export class ContractManagementApi implements ICredentialType {
	name = 'contractManagementApi';

	displayName = 'Contract Management API';

	icon: Icon = {
		light: 'file:../icons/contract-management.svg',
		dark: 'file:../icons/contract-management.dark.svg',
	};

	documentationUrl =
		'https://github.com/contract-management-connector/n8n-nodes-contract-management#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com/v2',
			description:
				"URL of the service's API, ending in /v2. The sandbox prints its own when it starts, for example http://127.0.0.1:4010/v2.",
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Create it in the web application: organization settings, Integrations. It belongs to one organization and is only sent to the base URL.',
		},
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Only for the Contract Management Trigger: the secret that verifies deliveries of the service',
		},
		{
			displayName: 'Previous Webhook Secret',
			name: 'previousWebhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Also accepted, so that you can replace the secret without missing deliveries',
		},
		{
			displayName: 'API Version',
			name: 'version',
			type: 'options',
			default: '2025-01-29.alpha',
			options: [
				{ name: '2025-01-29.alpha (Current)', value: '2025-01-29.alpha' },
				{ name: '2025-01-15.init (Deprecated)', value: '2025-01-15.init' },
				{ name: 'None (Do Not Send the Header)', value: '' },
			],
			description: 'The dated API version to request',
		},
		{
			displayName: 'Version Header Name',
			name: 'versionHeaderName',
			type: 'string',
			default: 'service-version',
			description: 'Name of the request header with the API version',
			displayOptions: { hide: { version: [''] } },
		},
		{
			displayName: 'Max Concurrent Requests',
			name: 'maxConcurrentRequests',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 100 },
			default: 100,
			description:
				'The most requests with this key at the same time, across all workflows of one n8n process. Starts with 8, and grows while the service keeps up.',
		},
		{
			displayName: 'Max Requests per Second',
			name: 'maxRequestsPerSecond',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 1000 },
			default: 0,
			description:
				'The rate limit of the service, if you know it. 0 finds it automatically and slows down when the service asks for it.',
		},
		{
			displayName: 'Service Profile',
			name: 'serviceProfile',
			type: 'json',
			default: '',
			description: 'Only for a service that differs: the JSON that npm run probe saves',
		},
	];

	/** Adds the key and the version, and only to addresses under the base URL: the key never leaves home. */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const home = baseUrlOf(credentials);
		assertUnder(home, absoluteUrlOf(options));
		return {
			...options,
			headers: {
				...options.headers,
				...versionHeader(credentials),
				'x-api-key': apiKeyOf(credentials),
			},
			...NO_REDIRECTS,
			// For whatever follows one all the same; a restriction of the person's own is never widened.
			allowedDomains: options.allowedDomains ?? home.hostname,
		};
	};
}

/** n8n sends the key along a redirect, and old versions mind no allowed domains. The last two are for HTTP Request nodes. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

/** Hosts that speak http: this machine, and Docker's name for it. */
const LOCAL = /^(localhost|127\.|\[?::1|0\.0\.0\.0|host\.docker\.internal)/i;

function baseUrlOf({ baseUrl }: ICredentialDataDecryptedObject): URL {
	const address = String(baseUrl ?? '')
		.replace(/\p{Cf}/gu, '')
		.trim();
	if (address === '')
		throw refused('The base URL is empty. It looks like https://api.example.com/v2.');
	if (!/^https?:\/\//i.test(address)) {
		const scheme = LOCAL.test(address) ? 'http' : 'https';
		throw refused(`The base URL lacks its scheme. Put ${scheme}:// before it.`);
	}
	if (!URL.canParse(address)) {
		throw refused('The base URL is not an address. It looks like https://api.example.com/v2.');
	}
	if (/[?#]/.test(address)) {
		throw refused('The base URL has a ? or # in it. It ends with its path, such as /v2.');
	}
	return new URL(address);
}

/** The code tells what the credential refuses of itself from other errors on the way. */
function refused(message: string): Error {
	return Object.assign(new Error(message), { code: 'ERR_INVALID_CREDENTIAL' });
}

function apiKeyOf({ apiKey }: ICredentialDataDecryptedObject): string {
	const key = String(apiKey ?? '').trim();
	if (key === '') throw refused('The API key is empty.');
	const [scheme] = /^(bearer|basic|token|api-?key|x-api-key)(?=[\s:])/i.exec(key) ?? [];
	if (scheme) throw refused(`Enter the API key without ${scheme} before it.`);
	if (!/^[\x21-\x7e]+$/.test(key)) {
		throw refused(
			'The API key contains a space, a line break or another character that no key has. Paste it again.',
		);
	}
	return key;
}

function versionHeader({ version, versionHeaderName }: ICredentialDataDecryptedObject) {
	const name = String(versionHeaderName ?? '').trim();
	if (!version || name === '') return {};
	if (!/^[\w-]+$/.test(name)) {
		throw refused(
			`'${name}' cannot be the name of the version header. The default is service-version.`,
		);
	}
	return { [name]: String(version) };
}

function assertUnder(home: URL, target: URL | undefined): void {
	const root = `${home.pathname.replace(/(?<!\/)\/+$/, '')}/`;
	const isUnder = target?.origin === home.origin && `${target.pathname}/`.startsWith(root);
	if (!isUnder || mayClimb(target.pathname)) {
		throw new Error(`The API key is only sent to ${home.origin}${root}`);
	}
}

/** Whether a server that decodes the path, however often, may find a step upwards in it. No address is encoded ten times. */
function mayClimb(path: string, times = 10): boolean {
	const decoded = path.replace(/%[0-7][0-9a-f]/gi, decodeURIComponent);
	if (decoded === path) return /(^|[/\\])\.\.(?![\w.-])/.test(path);
	return times === 0 || mayClimb(decoded, times - 1);
}

/** The HTTP Request node names its address `uri`, the helpers name it `url`. */
function absoluteUrlOf(options: IHttpRequestOptions & { uri?: string }): URL | undefined {
	const address = (options.url || options.uri || '').trim();
	const joined = /^https?:\/\//i.test(address)
		? address
		: `${(options.baseURL ?? '').trim().replace(/(?<!\/)\/+$/, '')}/${address.replace(/^\/+/, '')}`;
	return URL.canParse(joined) ? new URL(joined) : undefined;
}
