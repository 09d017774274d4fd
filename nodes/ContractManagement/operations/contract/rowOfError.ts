import type { IDataObject, NodeApiError } from 'n8n-workflow';
import type { ItemScope } from '../../transport/scope';

/** What tells the row from the others goes into the error, as an error item carries nothing else of it. */
export async function described<T>(scope: ItemScope, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw withRow(scope, error as NodeApiError);
	}
}

function withRow(scope: ItemScope, error: NodeApiError): NodeApiError {
	const row = rowOf(scope);
	if (error.context && Object.keys(row).length > 0) {
		error.context.details = { ...(error.context.details as IDataObject | undefined), row };
	}
	return error;
}

function rowOf({ parameter }: ItemScope): IDataObject {
	const given: IDataObject = {
		name: parameter<unknown>('name', '') as string,
		externalId: parameter<IDataObject>('integration', {}).externalId,
		counterparty: counterpartyLabel(parameter),
	};
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}

function counterpartyLabel(parameter: ItemScope['parameter']): string | undefined {
	const by = parameter<string>('counterpartySource', 'existing');
	if (by === 'none') return undefined;
	return parameter<string>(by === 'name' ? 'counterpartyName' : 'counterpartyId', '');
}
