import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { listed, oneSpelling } from '../../api/names';
import { counterpartiesByName } from '../../transport/counterparties';
import { sharedCreationForm } from '../../transport/definitions';
import { contextOf, wrongInput } from '../../transport/errors/requestError';
import { isTool } from '../../transport/errors/toolWords';
import { identifierOf } from '../../node/path';
import { shared } from '../../transport/oncePerExecution';
import { runOf, type ItemScope } from '../../node/scope';
import { labelOf } from '../shared/fields';
import { meaningful, meaningfulId, requiredText, textOf } from '../shared/parameters';
import type { LinkInput, LinkSearch } from './contractsByLink';

export type CreationInput = Awaited<ReturnType<typeof creationInput>>;

/**
 * What a contract is created from, besides its name and fields; its `link`, undefined when all of it is blank; and where
 * to `search` contracts with the same counterparty, or of the type where there is none; nowhere where it is new.
 *
 * @param check called with the link before anything is read
 */
export async function creationInput(scope: ItemScope, check: (link?: LinkInput) => unknown) {
	const contractTypeId = identifierOf(scope, 'contractTypeId');
	const link = integrationLink(scope);
	check(link);
	const templateId = identifierOf(scope, 'templateId');
	const { counterparty, search } = await counterpartyOf(scope, contractTypeId);
	const integration = link && { integration: link };
	const body: IDataObject = { contractTypeId, templateId, ...counterparty, ...integration };
	return { contractTypeId, body, search, link };
}

function integrationLink(scope: ItemScope): LinkInput | undefined {
	const given = scope.parameter<IDataObject>('integration', {});
	const filled = ['externalEntity', 'externalId', 'externalUrl', 'type']
		.map((key) => {
			const read = key === 'externalId' ? meaningfulId : meaningful;
			return [key, read(scope, labelOf(key), textOf(scope, labelOf(key), given[key]))] as const;
		})
		.filter(([, value]) => value !== '');
	return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

/** Whom the contract is with, as it goes into the body. */
async function counterpartyOf(
	scope: ItemScope,
	contractTypeId: string,
): Promise<{ counterparty: IDataObject; search?: LinkSearch }> {
	const by = scope.parameter<string>('counterpartySource', 'existing');
	if (by === 'none') return { counterparty: {}, search: { contractTypeId } };
	if (by === 'name') {
		const advice = 'Give the name of the company that the contract is with.';
		const given = requiredText(scope, 'counterpartyName', advice);
		const name = oneSpelling(meaningful(scope, 'Counterparty Name', given));
		// At a distance each of the two reads takes as long as the creation.
		if (scope.parameter('options.checkFields', true))
			sharedCreationForm(scope.connection, contractTypeId).catch(() => undefined);
		const counterpartyId = await companyNamed(scope, name);
		if (counterpartyId === undefined) {
			assertMayBeNew(scope, name, `No counterparty is called '${name}'`);
			return { counterparty: { counterparty: { name } } };
		}
		return { counterparty: { counterpartyId }, search: { counterpartyId } };
	}
	const counterpartyId = identifierOf(scope, 'counterpartyId');
	return { counterparty: { counterpartyId }, search: { counterpartyId } };
}

// A model names a company as it was told, or none that there is.
export function assertMayBeNew(scope: ItemScope, name: unknown, message: string): void {
	if (!isTool(scope.node) || scope.parameter('options.newCounterparty', false)) return;
	const advice =
		'Nothing was created. Search counterparties finds the name as the service has it. If the company is new, a person has to add it, or to turn on New Counterparty in the options of this tool.';
	throw wrongInput(scope, ['Counterparty Name', name], message, advice);
}

/** Looked up once per name and execution. @throws NodeOperationError where several could be meant */
async function companyNamed(scope: ItemScope, name: string): Promise<string | undefined> {
	const { connection } = scope;
	const find = async () => await counterpartiesByName(connection, name, () => runOf(scope));
	// Where there was none, one that was created since counts.
	const source = { collection: '/counterparties', learn: ({ length }: unknown[]) => length > 0 };
	const found = await shared(connection, `company ${name}`, find, source);
	if (found.length < 2) return found[0]?.id;
	const candidates = found.map((each) => `${each.name} (${each.id})`);
	const message = `${found.length} counterparties are called '${name}'`;
	const advice = `Give the ID of the one that is meant: ${listed(candidates)}.`;
	throw wrongInput(scope, ['Counterparty Name', name], message, advice);
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

function rowOf({ parameter }: ItemScope): IDataObject {
	const by = parameter<string>('counterpartySource', 'existing');
	const counterparty = parameter(by === 'name' ? 'counterpartyName' : 'counterpartyId', '');
	const given: IDataObject = {
		name: parameter('name', ''),
		externalId: parameter<IDataObject>('integration', {}).externalId,
		...(by !== 'none' && { counterparty }),
	};
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}
