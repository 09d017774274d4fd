import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Account } from './benchN8n.mts';

const SCRIPT = path.join('bench', 'lib', 'relayProcess.mts');
const SUBJECT = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];

/** The sandbox as it is reached from some distance. */
export interface Place {
	/** Milliseconds of a round trip; with 0 the sandbox itself, without TLS. */
	rttMs: number;
	/** Base URL with `/v2`. */
	baseUrl: string;
	/** n8n's credential for it. */
	account: Account;
}

/** Relays in front of the sandbox: round trips, TCP's included, and TLS, as a service of everyday distance has them. */
export class Far {
	private readonly folder: string;
	private readonly origin: string;
	private readonly accountFor: (baseUrl: string) => Promise<Account>;
	private readonly children: ChildProcess[] = [];
	private readonly places = new Map<number, Promise<Place>>();

	/** @param origin of the sandbox; @param accountFor makes n8n's credential, once n8n runs */
	constructor(origin: string, accountFor: (baseUrl: string) => Promise<Account>) {
		this.origin = origin;
		this.accountFor = accountFor;
		this.folder = mkdtempSync(path.join(tmpdir(), 'bench-far-'));
		const [key, ca] = ['key.pem', 'cert.pem'].map((name) => path.join(this.folder, name));
		const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
		const files = ['-keyout', key!, '-out', ca!, '-days', '2'];
		execFileSync('openssl', ['req', ...kind, ...files, ...SUBJECT], { stdio: 'ignore' });
		// Every process that is started from now on trusts it, beside what this machine trusts.
		const before = process.env.NODE_EXTRA_CA_CERTS;
		process.env.NODE_EXTRA_CA_CERTS = path.join(this.folder, 'trusted.pem');
		for (const file of [ca!, ...(before ? [before] : [])]) {
			appendFileSync(process.env.NODE_EXTRA_CA_CERTS, readFileSync(file));
		}
	}

	/** The sandbox at this distance; its relay runs from the first call to `stop`. */
	async at(rttMs: number): Promise<Place> {
		const place = this.places.get(rttMs) ?? this.start(rttMs);
		this.places.set(rttMs, place);
		return await place;
	}

	/** Ends the relays. */
	stop(): void {
		for (const child of this.children) child.kill();
		rmSync(this.folder, { recursive: true, force: true });
	}

	private async start(rttMs: number): Promise<Place> {
		const baseUrl = `${rttMs === 0 ? this.origin : await this.relay(rttMs)}/v2`;
		return { rttMs, baseUrl, account: await this.accountFor(baseUrl) };
	}

	private async relay(rttMs: number): Promise<string> {
		const child = spawn(process.execPath, [SCRIPT, this.origin, String(rttMs), this.folder], {
			stdio: ['pipe', 'pipe', 'inherit'],
		});
		this.children.push(child);
		for await (const line of createInterface({ input: child.stdout })) return line;
		throw new Error(`The relay ended before it listened (exit code ${child.exitCode})`);
	}
}
