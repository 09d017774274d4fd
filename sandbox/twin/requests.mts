import { answeredBy, invalidParameter } from '../http/apiError.mts';
import type { Query } from '../http/operation.mts';
import type { TwinFile } from './file.mts';

type Facts = Record<string, string | number | boolean>;

const MAX_LIMITS: Record<string, number> = {
	'/contracts': 100,
	'/counterparties': 50,
	'/clauses': 50,
};

/**
 * The query of a list as the service hears it: what it does not apply is left out.
 *
 * @throws ApiError with the status with which the service refuses a parameter
 */
export function heardQuery({ facts }: TwinFile, path: string, asked: Query): Query {
	const query = { ...asked };
	const of = (subject: string) => facts[subject] ?? {};
	const isContracts = path === '/contracts';
	hearLimit(query, path, of('refusals'));
	hearSort(query, of(isContracts ? 'sort' : 'counterpartySort'), of('refusals'));
	hearFilters(query, of(isContracts ? 'filters' : 'counterpartyFilters'));
	if (isContracts) hearRange(query, of('dateRange'));
	const name =
		path === '/counterparties' ? of('counterpartyName').parameter : of('nameFilter')[path];
	drop(query, 'name', name);
	drop(query, 'after', of('paging')[`${path} after`]);
	return query;
}

function hearLimit(query: Query, path: string, refusals: Facts): void {
	const maximum = MAX_LIMITS[path];
	const fact = path === '/contracts' ? 'a limit of 101' : 'a limit of 51 for counterparties';
	if (maximum === undefined || !(Number(query.limit) > maximum)) return;
	const status = Number(refusals[fact] ?? 400);
	if (status >= 400) refuse(status, 'limit', query.limit);
	query.limit = String(maximum);
}

function hearSort(query: Query, effects: Facts, refusals: Facts): void {
	if (typeof query.sort !== 'string') return;
	const status = Number(refusals['an unknown sort field'] ?? 400);
	const heard = query.sort.split(',').filter((part) => {
		const field = part.replace(/^-/, '');
		const known = SORT_FIELDS.has(field);
		if (!known && status >= 400 && status !== 400) refuse(status, 'sort', part);
		const effect = known ? effects[field] : status === 200 ? 'not applied' : undefined;
		return !isUnheard(effect, 'sort', part);
	});
	query.sort = heard.join(',');
	if (heard.length === 0) delete query.sort;
}

const SORT_FIELDS = new Set(['id', 'name', 'status', 'createdAt', 'updatedAt', 'startAt', 'endAt']);

function hearFilters(query: Query, effects: Facts): void {
	for (const [name, given] of Object.entries(query)) {
		const heard = [given].flat().filter((value) => {
			const operator = /^(?:in|ne):/.exec(value)?.[0];
			return !isUnheard(effects[operator ? `${name} ${operator}` : name], name, value);
		});
		if (heard.length === 0) delete query[name];
		else query[name] = Array.isArray(given) ? heard : heard[0]!;
	}
}

function hearRange(query: Query, effects: Facts): void {
	for (const name of ['startAt', 'endAt']) {
		const given = query[name];
		if (!Array.isArray(given) || given.length < 2) continue;
		isUnheard(effects.both, name, given);
		const heard = given.filter((value) => effects[value.slice(0, 3)] !== 'not applied');
		if (heard.length === 0) delete query[name];
		else query[name] = heard;
	}
}

function drop(query: Query, name: string, effect: Facts[string] | undefined): void {
	if (query[name] !== undefined && isUnheard(effect, name, query[name])) delete query[name];
}

function isUnheard(effect: Facts[string] | undefined, name: string, value: unknown): boolean {
	const status = /^refused with (\d+)$/.exec(String(effect))?.[1];
	if (status !== undefined) refuse(Number(status), name, value);
	return effect === 'not applied';
}

function refuse(status: number, name: string, value: unknown): never {
	throw answeredBy(status, invalidParameter(name, value, 'is unknown'));
}
