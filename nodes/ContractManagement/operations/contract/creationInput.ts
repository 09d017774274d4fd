import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { isIdentifier } from '../../api/identifiers';
import { listed, oneSpelling } from '../../api/names';
import { counterpartiesByName } from '../../transport/counterparties';
import { counterpartyById } from '../../transport/counterparty';
import { sharedCreationForm } from '../../transport/definitions';
import { contextOf, unfit, wrongInput } from '../../transport/errors/requestError';
import { isTool } from '../../transport/errors/toolWords';
import { hint } from '../../transport/hint';
import { shared } from '../../transport/oncePerExecution';
import { runOf, type ItemScope } from '../../node/scope';
import { meaningful, meaningfulId } from '../../node/values';
import { draft, createOptions, integration } from './create.fields';
import type { LinkInput, LinkSearch } from './contractsByLink';

/** Read and checked before anything is created; `body` is of `POST /contracts`, so far. */
export type CreationInput = Awaited<ReturnType<typeof creationInput>>;

/**
 * What a contract is created from, besides its name and fields; its `link`, undefined when all of it is blank; and where
 * to `search` contracts with the same counterparty, or of the type where there is none; nowhere where it is new.
 * @param check called with the link before anything is read
 */
export async function creationInput(scope: ItemScope, check: (link?: LinkInput) => unknown) {
	const contractTypeId = draft.contractTypeId.of(scope);
	const link = integrationLink(scope);
	check(link);
	const templateId = draft.templateId.of(scope);
	const { counterparty, search } = await counterpartyOf(scope, contractTypeId);
	const linked = link && { integration: link };
	const body: IDataObject = { contractTypeId, templateId, ...counterparty, ...linked };
	return { contractTypeId, body, search, link };
}

function integrationLink(scope: ItemScope): LinkInput | undefined {
	const given = Object.values(integration.parts).map((part) => {
		const read = part.name === 'externalId' ? meaningfulId : meaningful;
		return [part.name, read(scope, part.label, part.of(scope))] as const;
	});
	const filled = given.filter(([, value]) => value !== '');
	return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

/** IDs of Airtable, Salesforce and HubSpot, and 0 of an empty cell of Excel. A company that is called so is found where it exists. */
const AN_ID = /^(?:0|rec(?=\w*[A-Z])\w{14}|00[01]\w\w0\w{9}(?:\w{3})?|\d{8,})$/;

/** Whom the contract is with, as it goes into the body. */
async function counterpartyOf(
	scope: ItemScope,
	contractTypeId: string,
): Promise<{ counterparty: IDataObject; search?: LinkSearch }> {
	const by = draft.counterpartySource.of(scope);
	if (by === 'none') return { counterparty: {}, search: { contractTypeId } };
	const known = (one: { counterpartyId: string }) => ({ counterparty: one, search: one });
	if (by !== 'name') return known({ counterpartyId: draft.counterpartyId.of(scope) });
	const advice = 'Give the name of the company, as text.';
	const { counterpartyName: field } = draft;
	const name = oneSpelling(meaningful(scope, field.label, field.filled(scope, advice)));
	// Each of the two reads may take as long as the creation.
	if (createOptions.checkFields.of(scope))
		sharedCreationForm(scope.connection, contractTypeId).catch(() => undefined);
	const counterpartyId = await companyNamed(scope, name);
	if (counterpartyId !== undefined) return known({ counterpartyId });
	if (isIdentifier(name) || AN_ID.test(name) || typeof [field.given(scope)].flat()[0] === 'number')
		throw unfit(scope, [field.label, name], 'is a number or an ID', advice);
	assertMayBeNew(scope, name, `No counterparty is called '${name}'`);
	return { counterparty: { counterparty: { name } } };
}

/** A model names a company as it was told, or none that there is. @throws NodeOperationError for a tool that may create none */
export function assertMayBeNew(scope: ItemScope, name: unknown, message: string): void {
	if (!isTool(scope.node) || createOptions.newCounterparty.of(scope)) return;
	const advice =
		'Nothing was created. Search counterparties finds the name as the service has it. If the company is new, a person has to add it, or to turn on New Counterparty in the options of this tool.';
	throw wrongInput(scope, [draft.counterpartyName.label, name], message, advice);
}

/** Looked up once per name, or ID, and execution. @throws NodeOperationError where several could be meant */
async function companyNamed(scope: ItemScope, name: string): Promise<string | undefined> {
	const find = async () =>
		isIdentifier(name)
			? [await counterpartyById(scope.connection, name)].filter((one) => one !== undefined)
			: await counterpartiesByName(scope.connection, name, () => runOf(scope));
	// Where there was none, one that was created since counts.
	const source = { collection: '/counterparties', learn: ({ length }: unknown[]) => length > 0 };
	const found = await shared(scope.connection, `company ${name}`, find, source);
	if (found.length < 2) {
		if (found[0]?.status === 'archived') hint(scope.context, `'${found[0].name}' is archived.`);
		return found[0]?.id;
	}
	const message = `${found.length} counterparties are called '${name}'`;
	const advice = `Give the ID of the one that is meant: ${listed(found.map((one) => `${one.name} (${one.id})`))}.`;
	throw wrongInput(scope, [draft.counterpartyName.label, name], message, advice);
}

/** What tells the row from the others goes into the error, as an error item carries nothing else of it. */
export async function withRow<T>(scope: ItemScope, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const context = contextOf(error);
		const row = rowOf(scope);
		const details = { ...(context.details as IDataObject | undefined), row };
		const told = Object.keys(row).length > 0 ? { ...context, details } : context;
		throw Object.assign(error as NodeApiError, { context: told });
	}
}

function rowOf(scope: ItemScope): IDataObject {
	const { counterpartySource, counterpartyName, counterpartyId, name } = draft;
	const by = counterpartySource.given(scope);
	const { path } = by === 'name' ? counterpartyName : counterpartyId;
	const given: Record<string, unknown> = {
		name: name.given(scope),
		externalId: integration.parts.externalId.given(scope),
		...(by !== 'none' && { counterparty: scope.parameter(path, '') }),
	};
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value)) as IDataObject;
}
