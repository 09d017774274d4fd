import { changeStoredContract } from '../control/contracts/change.mts';
import { createStoredContract } from '../control/contracts/create.mts';
import { findStoredContract } from '../control/contracts/stored.mts';
import { invalidParameter } from '../http/apiError.mts';
import type { ContractStatus } from '../schemas/contract.mts';
import { seedBulk } from '../seed/bulk/index.mts';
import type { RateLimit } from '../http/rateLimit.mts';
import type { SandboxState } from '../state.mts';
import type { Scenario } from './scenario.mts';

const DAY_MS = 24 * 60 * 60_000;
const RENEWAL_DAYS = [90, 60, 30, 7];
const EVENTS_PER_MINUTE = 50;
const NEXT_STATUS: Partial<Record<ContractStatus, ContractStatus>> = {
	draft: 'signing',
	signing: 'signed',
};
const OUTAGE_MS = 5 * 60_000;
const BULK_CONTRACTS = 10_000;
const STRICT_PROFILE = {
	'contract-list-sort': 'unsorted',
	'contract-name-filter': 'none',
	'clause-name-filter': 'none',
};
const STRICT_LIMIT: RateLimit = {
	requestsPerSecond: 2,
	burst: 5,
	retryAfter: 'seconds',
	headers: 'RateLimit-*',
};

/** What the command line, the page and the MCP server offer. */
export const SCENARIOS: readonly Scenario[] = [
	{
		name: 'renewals',
		summary: `Signed contracts that end in ${RENEWAL_DAYS.join(', ')} days; move the clock to come closer`,
		play(state) {
			const now = state.clock.now();
			for (const days of RENEWAL_DAYS) {
				createStoredContract(state, {
					name: `Renewal in ${days} days`,
					status: 'signed',
					createdAt: new Date(now - 300 * DAY_MS).toISOString(),
					endAt: new Date(now + days * DAY_MS).toISOString(),
					silent: false,
				});
			}
			return { end() {} };
		},
	},
	{
		name: 'busy',
		summary: `${EVENTS_PER_MINUTE} events a minute: contracts are created, sent and signed`,
		play(state) {
			const nextEvent = eventsOf(state);
			const timer = setInterval(() => {
				try {
					nextEvent();
				} catch (error) {
					// As where there is no room for it: the next one may succeed.
					console.error(error);
				}
			}, 60_000 / EVENTS_PER_MINUTE);
			timer.unref();
			return { end: () => clearInterval(timer) };
		},
	},
	{
		name: 'outage',
		summary: 'Every request is answered 503 for five minutes',
		play(state) {
			const fault = state.faults.add({ route: '*', kind: 'status', status: 503, times: 0 });
			const timer = setTimeout(() => state.scenarios.stop(), OUTAGE_MS);
			timer.unref();
			return {
				isOn: () => state.faults.all().some(({ id }) => id === fault.id),
				end() {
					clearTimeout(timer);
					state.faults.remove(fault.id);
				},
			};
		},
	},
	{
		name: 'strict',
		summary: '2 requests a second, 5 at once, and 400 to what the specification does not name',
		play(state) {
			const { limiter, profile } = state;
			limiter.set(STRICT_LIMIT);
			const before = profile.given();
			const strict = { ...before, ...STRICT_PROFILE };
			profile.set(strict);
			const isLimited = () => limiter.all().includes(STRICT_LIMIT);
			const isProfiled = () => JSON.stringify(profile.given()) === JSON.stringify(strict);
			return {
				isOn: () => isLimited() && isProfiled(),
				end() {
					if (isLimited()) limiter.clear();
					if (isProfiled()) profile.set(before);
				},
			};
		},
	},
	{
		name: 'bulk',
		summary: `${BULK_CONTRACTS.toLocaleString('en')} generated contracts more`,
		play(state) {
			seedBulk(state, { contracts: BULK_CONTRACTS, types: 3 });
			return { end() {} };
		},
	},
];

/** Makes the next event with each call: a contract is created, sent and signed, unless somebody ends or deletes it before. */
function eventsOf(state: SandboxState): () => void {
	let open: string | undefined;
	return () => {
		const row = open === undefined ? undefined : findStoredContract(state, open);
		const status = row && NEXT_STATUS[row.status];
		if (status) changeStoredContract(state, row, { status });
		else open = createStoredContract(state, { silent: false });
	};
}

/** @throws ApiError for a name that is not known */
export function scenarioOf(name: string): Scenario {
	const found = SCENARIOS.find((scenario) => scenario.name === name);
	if (found) return found;
	const known = SCENARIOS.map((scenario) => scenario.name);
	throw invalidParameter(
		'scenario',
		name,
		`must be one of ${known.join(', ')}, got '${name}'`,
		known,
	);
}
