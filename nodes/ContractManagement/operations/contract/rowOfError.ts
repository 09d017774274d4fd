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
	const by = parameter<string>('counterpartySource', 'existing');
	const counterparty = parameter(by === 'name' ? 'counterpartyName' : 'counterpartyId', '');
	const given: IDataObject = {
		name: parameter('name', ''),
		externalId: parameter<IDataObject>('integration', {}).externalId,
		...(by !== 'none' && { counterparty }),
	};
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}
