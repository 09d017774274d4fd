import path from 'node:path';
import { withoutProxyToLoopback } from './loopback.mts';

export const PACKAGE_NAME = 'n8n-nodes-contract-management';

export interface N8nSettings {
	/** n8n's home: database, encryption key, installed packages. Created when missing. */
	folder: string;
	port: number;
	/** Port on which n8n's task runner finds it. Every n8n of a machine needs its own. */
	brokerPort: number;
	/** The only folder that workflows may read and write files in; relative file names start there. */
	files: string;
	/** Further variables, which win. */
	env?: Record<string, string>;
}

/** What n8n may see of this process's environment: nothing that n8n or npm would take for a setting. */
const INHERITED = [
	'HOME',
	'LANG',
	'TMPDIR',
	'TZ',
	'SSL_CERT_FILE',
	'NODE_EXTRA_CA_CERTS',
	'HTTP_PROXY',
	'HTTPS_PROXY',
	'NO_PROXY',
	'http_proxy',
	'https_proxy',
	'no_proxy',
	// Where Node keeps compiled modules, which is a fifth of n8n's start.
	'NODE_COMPILE_CACHE',
];

/** The environment of an n8n process: on loopback, which no proxy is asked for, in this machine's time zone, quiet towards n8n's own servers, with the npm shim first on PATH. */
export function environment({ folder, port, brokerPort, files, env = {} }: N8nSettings) {
	const inherited = INHERITED.flatMap((name) => {
		const value = process.env[name];
		return value === undefined ? [] : [[name, value] as const];
	});
	return {
		...withoutProxyToLoopback(Object.fromEntries(inherited)),
		PATH: [NPM_SHIM, path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
		N8N_USER_FOLDER: folder,
		N8N_PORT: String(port),
		// n8n's own default is New York; unless a zone is given, times of day and dates of files are meant as the person sees them.
		GENERIC_TIMEZONE:
			process.env.GENERIC_TIMEZONE ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_RESTRICT_FILE_ACCESS_TO: files,
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		LOCAL_PACKAGE: PACKAGE_NAME,
		LOCAL_TARBALL: tarballPointer(folder),
		...env,
	};
}

/** The file that tells the npm shim of the n8n in this folder which tarball it hands out. */
export function tarballPointer(folder: string): string {
	return path.join(folder, 'tarball.txt');
}

const NPM_SHIM = path.resolve('host', 'lib', 'npm-shim');
