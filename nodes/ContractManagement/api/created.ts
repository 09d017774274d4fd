import { isIdentifier } from './identifiers';
import { isObject, unwrap } from './shapes';

/** What was created, as the answer shows it: by itself or in `contract`, as a record or by its id alone. */
export function createdIn(body: unknown): { shown: unknown; id?: string } {
	const own = unwrap(body);
	if (!isObject(own)) return { shown: own, id: [own].find(isIdentifier) };
	const outer = [own.id, own.contractId, own.contract].find(isIdentifier);
	const shown = isObject(own.contract) ? { id: outer, ...own.contract } : own;
	return { shown, id: [shown.id, outer].find(isIdentifier) };
}
