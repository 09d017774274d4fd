import { SANDBOX_HEADER } from '../control/header.mts';
import { Refusal } from './errors.mts';

/** What an answer of the control plane is. Its routes are in docs/sandbox.md. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Answer = any;

/** Speaks to the control plane of a running sandbox. */
export class Control {
	readonly origin: string;

	/** @param origin such as `http://127.0.0.1:4010` */
	constructor(origin: string) {
		this.origin = origin;
	}

	/** Whether a sandbox answers. */
	async isThere(): Promise<boolean> {
		return await this.call('GET', '/health', undefined, AbortSignal.timeout(2_000)).then(
			() => true,
			() => false,
		);
	}

	/** @throws Refusal for what the sandbox finds wrong, Error where it fails or there is none */
	async call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
		const response = await fetch(`${this.origin}/_sandbox${path}`, {
			method,
			...(signal && { signal }),
			...(body !== undefined && {
				body: JSON.stringify(body),
				headers: { 'content-type': 'application/json' },
			}),
		}).catch(() => {
			throw new Error(
				`No sandbox answers at ${this.origin}. Start one in another terminal, or name its address with --url.`,
			);
		});
		if (!response.headers.has(SANDBOX_HEADER)) {
			await response.body?.cancel();
			throw new Error(`What answers at ${this.origin} is no sandbox. Name its address with --url.`);
		}
		const text = await response.text();
		const answer = text === '' ? undefined : (JSON.parse(text) as Answer);
		if (response.ok) return answer;
		const { message, details = {} } = answer?.error ?? {};
		const problem = message ?? `${method} ${path} was answered ${response.status}`;
		throw new Refusal(problem, response.status, details);
	}
}
