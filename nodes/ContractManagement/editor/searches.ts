import { DateTime } from 'luxon';
import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import { shown } from '../api/fieldProblems';
import { identifierIn, sameId, uuidOf } from '../api/identifiers';
import { SMALL_PAGE_SIZE } from '../api/limits';
import { containsName, searchedBy } from '../api/names';
import { nameFilter } from '../api/serviceProfile';
import { chosen, isBlank } from '../api/options';
import type { Page } from '../api/shapes';
import { idIn } from '../api/texts';
import type { Contract, Counterparty, FieldValue } from '../api/types';
import type { Connection } from '../transport/connection';
import { contractIfReadable } from '../transport/contracts';
import { counterpartyById } from '../transport/counterparty';
import { readCreationForm } from '../transport/definitions';
import type { ApiRequest } from '../transport/exchange';
import { readOne } from '../transport/lists/paginate';
import { isCalled, newestContracts } from './recentContracts';
import { chosenId, connectInEditor, labelOf, notice, partOf, results } from './search';
import type { Listed, ListSearch } from './search';

const COUNTERPARTIES: ApiRequest = { method: 'GET', path: '/counterparties' };

/** Pages that one search reads at the most where names are matched here. */
const PAGES_PER_SEARCH = 3;

/** Contracts, newest first, or the one of an ID or address. Name and company are matched here, a few pages at a time; the token continues with older ones. */
export const searchContracts: ListSearch = async function (filter = '', token) {
	const connection = await connectInEditor(this);
	const id = idIn(filter);
	const named = id && !token && (await contractIfReadable(connection, id));
	if (named) return { results: [contractResult(named, this.getTimezone())] };
	const page = await newestContracts(connection, filter.trim() ? PAGES_PER_SEARCH : 1, token);
	const found = page.records.filter((one) => sameId(one.id, id) || isCalled(one, filter));
	const results = found.map((contract) => contractResult(contract, this.getTimezone()));
	return upTo(page, results, filter && `contracts for '${filter}'`);
};

// The editor cuts off what is longer than about 40 letters.
function contractResult(contract: Contract, zone: string) {
	const { id, status, counterparty, contractUrl, createdAt } = contract;
	const made = DateTime.fromISO(createdAt, { locale: 'en', zone });
	const at = made.isValid && made.toFormat('d LLL yyyy HH:mm');
	return {
		name: [status, labelOf(contract), at, counterparty?.name].filter(Boolean).join(' · '),
		value: id,
		...(contractUrl && { url: contractUrl }),
	};
}

/** Counterparties by name; the service searches ("GET /counterparties", `name`). */
export const searchCounterparties = searchByName(
	{ ...COUNTERPARTIES, qs: { sort: 'name' } },
	(_connection, name) => ({ name: searchedBy(name) || undefined }),
);

/** Clauses by name, by the parameter of the profile ("GET /clauses"). */
export const searchClauses = searchByName(
	{ method: 'GET', path: '/clauses' },
	({ profile }, name) => nameFilter(profile, 'clause-name-filter', name),
);

/** Searches a list that the service filters by name, a page at a time; some more where it does not. */
function searchByName(
	list: ApiRequest,
	named: (connection: Connection, name: string) => IDataObject,
): ListSearch {
	return async function (filter = '', paginationToken) {
		const connection = await connectInEditor(this);
		const text = filter.trim();
		const asked = text ? { ...list, qs: { ...list.qs, ...named(connection, text) } } : list;
		const matches = ({ name }: Listed) => containsName(name, text);
		const page = await partOf<Listed>(connection, asked, {
			pageSize: SMALL_PAGE_SIZE,
			pages: PAGES_PER_SEARCH,
			cursor: paginationToken,
			isEnough: (records) => records.some(matches),
		});
		const found = page.records.filter(matches);
		const searched = text && found.length === 0 ? `records for '${text}'` : '';
		const isCased = connection.profile['counterparty-name-filter'] === 'exact-case' && !idIn(text);
		const isAll = !paginationToken && page.nextCursor === null;
		if (isCased && searched && isAll && list.path === COUNTERPARTIES.path)
			return { results: [notice(`No name has '${text}' in this letter case`)] };
		return upTo(page, results(found), searched);
	};
}

/** The results of a part of a list. Where more follows, a line says what was searched: the editor shows nothing else. */
function upTo(page: Page<unknown>, found: INodeListSearchItems[], searched: string) {
	const { records, nextCursor } = page;
	if (nextCursor === null) return { results: found };
	const unfinished = `Searched ${records.length} ${searched}. Scroll to search more, or enter an ID.`;
	const results = searched ? [...found, notice(unfinished)] : found;
	return { results, paginationToken: nextCursor };
}

/** Templates by name, as the creation form of the chosen contract type lists them. */
export const searchTemplates: ListSearch = async function (filter) {
	const contractTypeId = chosenId(this, 'contractTypeId');
	if (!contractTypeId) return { results: [notice('Choose the contract type first')] };
	const { templates } = (await readCreationForm(await connectInEditor(this), contractTypeId)).form;
	const none = notice('The creation form lists no templates. Enter the ID.');
	const found = templates.filter(({ name }) => containsName(name, filter));
	return { results: templates.length > 0 ? results(found) : [none] };
};

/**
 * A counterparty's own fields. The service has no list of them, so they are those that the chosen counterparty has, or
 * the newest ones have. They are called as recent contracts call a field of that id; where none does, by id and a value.
 */
export const searchCounterpartyFields: ListSearch = async function (filter) {
	const connection = await connectInEditor(this);
	// Not extracted: Sync does not always show the locator, and n8n refuses to extract from a field that is not shown.
	const id = identifierIn(chosen(this.getCurrentNodeParameter('counterpartyId')));
	const own = id ? await counterpartyById(connection, id) : undefined;
	const { records } = own
		? { records: [own] }
		: await readOne<Counterparty>(connection, COUNTERPARTIES, SMALL_PAGE_SIZE, null);
	const held = records.flatMap(({ fields }) => Object.entries(fields ?? {}));
	// Of each field the first value that is one.
	const filled = held.filter(([, value]) => !isBlank(value)).toReversed();
	const values = new Map([...held, ...filled]);
	const none = notice('No counterparty has fields of its own yet: enter an ID');
	if (values.size === 0) return { results: [none] };
	const names = await namesInContracts(connection);
	const shownFields = [...values].map(([field, value]) => ({
		name: names.get(uuidOf(field)) || (isBlank(value) ? field : withValue(field, value)),
		value: field,
	}));
	const isFound = (text: string) => containsName(text, filter);
	return { results: shownFields.filter(({ name, value }) => isFound(name) || isFound(value)) };
};

// Without contracts that can be read there are none.
async function namesInContracts(connection: Connection): Promise<Map<string, string>> {
	const page = await newestContracts(connection, 1).catch(() => undefined);
	const fields = page?.records.flatMap((contract) => contract.fields ?? []);
	return new Map(fields?.map((field) => [uuidOf(`${field.attributeDefinitionId}`), field.name]));
}

// The editor shows about 40 letters here, and the value tells people more than the middle of an ID.
function withValue(id: string, value: FieldValue): string {
	return `${id.slice(0, 8)}…${id.slice(-4)} (${shown(value, 30)})`;
}
