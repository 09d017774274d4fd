import { uuidOf, isIdentifier } from './identifiers';

/** What a request does: `reads` changes nothing; `sets` gives absolute values, so that twice is as once; `adds` happens each time it arrives. */
export type Effect = 'adds' | 'reads' | 'sets';

type Body = Record<string, unknown>;

interface Write {
	/** A function where it depends on the body. */
	effect: Effect | ((body: Body) => Effect);
	/** Whether GET of the same path shows what was written. */
	isShown?: true;
}

/**
 * Every route that is not a GET. Whether it is repeated, waits its turn, changes what the execution has read, and
 * is read after an empty answer follows from this, whoever sends it. A route that is not here counts as one that adds.
 */
export const WRITES: Record<string, Write> = {
	'PATCH /contracts/{contractId}': { effect: 'sets', isShown: true },
	'PATCH /counterparties/{counterpartyId}': { effect: 'sets', isShown: true },
	'PATCH /members/{memberId}': {
		effect: ({ resendInvitation }) => (resendInvitation === true ? 'adds' : 'sets'),
	},
	'POST /contracts': { effect: 'adds' },
	'POST /contracts/{contractId}/signatures/send': { effect: 'adds' },
	'POST /contracts/{contractId}/signed-version': { effect: 'adds' },
	// An address that nobody uploads to is as if it was not there.
	'POST /files/upload-url': { effect: 'reads' },
	'PUT /custom-objects/{customObjectId}/contract/{contractId}/records': {
		effect: ({ records }) =>
			(records as Array<{ id: string | null }> | undefined)?.every(({ id }) => id !== null)
				? 'sets'
				: 'adds',
	},
};

const ROUTES = Object.entries(WRITES).map(([route, write]) => ({ parts: route.split('/'), write }));

/** What is asked of the service, as far as its effect is concerned. */
export interface Asked {
	method: string;
	path: string;
	body?: unknown;
}

/** What the request does to the service. */
export function effectOf(asked: Asked): Effect {
	if (asked.method === 'GET') return 'reads';
	const effect = writeOf(asked)?.effect ?? 'adds';
	return typeof effect === 'function' ? effect((asked.body ?? {}) as Body) : effect;
}

/** Whether GET of the same path shows what the request has set. */
export function isShown(asked: Asked): boolean {
	return effectOf(asked) === 'sets' && writeOf(asked)?.isShown === true;
}

/** The record that the request is about, with the part of the path up to its last id; undefined where it names none. */
export function recordPathOf({ path }: Pick<Asked, 'path'>): string | undefined {
	const parts = path.split('/');
	const named = parts.slice(0, parts.findLastIndex(isIdentifier) + 1).map(uuidOf);
	return named.length > 0 ? named.join('/') : undefined;
}

function writeOf({ method, path }: Asked): Write | undefined {
	const given = `${method} ${path}`.split('/');
	const isRoute = (parts: string[]) =>
		parts.length === given.length &&
		parts.every((part, i) => part.startsWith('{') || part === given[i]);
	return ROUTES.find(({ parts }) => isRoute(parts))?.write;
}
