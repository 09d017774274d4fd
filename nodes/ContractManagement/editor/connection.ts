import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { connect, type Connection } from '../transport/connection';
import { httpSettings, type RequestOptions } from '../transport/requestOptions';

/** Access to the service by the Request Options of the node, such as its proxy; an expression there has no value here. */
export async function connectInEditor(context: ILoadOptionsFunctions): Promise<Connection> {
	const given = Object.entries(context.getCurrentNodeParameter('requestOptions') ?? {});
	const fixed = given.filter(([, value]) => !String(value).startsWith('='));
	const http = httpSettings(context.getNode(), Object.fromEntries(fixed) as RequestOptions);
	return await connect(context, { http });
}
