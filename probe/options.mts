import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Given } from './service.mts';

/** What was asked for on the command line. */
export interface Options {
	/** Without a slash at its end. */
	baseUrl: string;
	version: { name: string; value: string | null };
	perSecond: number;
	mayWrite: boolean;
	given: Given;
	/** Where to write the entries of the profile in which the service differs. */
	save?: string;
}

export const USAGE = `Usage: npm run probe -- --base-url URL [options]

Checks a real service against docs/assumptions.md and prints a report that can be shared.
The API key comes from the environment variable CONTRACT_MANAGEMENT_API_KEY, or is asked for.

  --base-url URL             Address of the API; its path ends with /v2
  --write                    Also check what can only be seen by changing something: creates one
                             counterparty and a contract (up to three, if the service takes values
                             that it should not), uploads PDFs, marks the contract as signed,
                             archives the counterparty. Use the demo environment.
  --save FILE                Also write the profile of the service, for Service Profile of the credential
                             and npm run sandbox -- --profile FILE; no secrets and nothing that is stored
  --contract ID              The contract to look at; the newest one without it
  --contract-type ID         The contract type to look at; that of the newest contract without it
  --custom-object ID         The custom object to look at; the API has no list of them
  --api-version VALUE        Value of the version header, none = do not send it (2025-01-29.alpha)
  --version-header NAME      Name of the version header (service-version)
  --requests-per-second N    How fast requests are sent (2)`;

/** A command line that cannot be used; the message says why. */
export class UsageError extends Error {}

/** @throws UsageError */
export function optionsOf(args: readonly string[]): Options {
	refuseKey(args);
	const values = parsed(args);
	return {
		baseUrl: baseUrlOf(values['base-url']),
		version: {
			name: values['version-header'],
			value: values['api-version'] === 'none' ? null : values['api-version'],
		},
		perSecond: rateOf(values['requests-per-second']),
		mayWrite: values.write,
		save: fileOf(values.save),
		given: {
			contractId: idOf('contract', values.contract),
			contractTypeId: idOf('contract-type', values['contract-type']),
			customObjectId: idOf('custom-object', values['custom-object']),
		},
	};
}

function parsed(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			options: {
				'base-url': { type: 'string' },
				write: { type: 'boolean', default: false },
				save: { type: 'string' },
				contract: { type: 'string' },
				'contract-type': { type: 'string' },
				'custom-object': { type: 'string' },
				'api-version': { type: 'string', default: '2025-01-29.alpha' },
				'version-header': { type: 'string', default: 'service-version' },
				'requests-per-second': { type: 'string', default: '2' },
			},
		}).values;
	} catch (error) {
		throw new UsageError((error as Error).message, { cause: error });
	}
}

// A command line ends up in the shell's history and in the process list.
function refuseKey(args: readonly string[]): void {
	if (!args.some((arg) => /^--?(x-)?(api-?)?(key|token)\b/i.test(arg))) return;
	throw new UsageError(
		'The key is never given on the command line. Set CONTRACT_MANAGEMENT_API_KEY, or type it when asked.',
	);
}

function baseUrlOf(text: string | undefined): string {
	if (!text) throw new UsageError('--base-url is missing');
	const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
	if (!url || !/^https?:$/.test(url.protocol)) {
		throw new UsageError(`--base-url '${text}' is not an http or https address`);
	}
	if (url.username || url.search || url.hash) {
		throw new UsageError('--base-url has a user, a query or a fragment; it is the address only');
	}
	return url.href.replace(/\/+$/, '');
}

function rateOf(text: string): number {
	const rate = Number(text);
	if (rate > 0 && rate <= 1000) return rate;
	throw new UsageError(`--requests-per-second '${text}' is not a number between 0 and 1000`);
}

/** Checked before anything is sent: the file is written at the end. */
function fileOf(text: string | undefined): string | undefined {
	if (text === undefined || existsSync(path.dirname(text))) return text;
	throw new UsageError(`--save '${text}': there is no folder ${path.dirname(text)}`);
}

function idOf(name: string, text: string | undefined): string | undefined {
	if (
		text === undefined ||
		/^([a-z][a-z0-9]*[_-])?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
	) {
		return text;
	}
	throw new UsageError(`--${name} '${text}' is not an ID`);
}
