import type { NodeInput } from '../../host/lib/client/types.mts';
import type { BenchN8n } from './benchN8n.mts';

type WithAccount = Pick<BenchN8n, 'account'>;

const ACTION = 'n8n-nodes-contract-management.contractManagement';

/** A resource locator in its ID mode, as the editor saves it; the value may be an expression. */
export function byId(value: string) {
	return { __rl: true, mode: 'id', value };
}

/** Without the request for the names of fields and options that a node added today makes for each contract type. */
export const AS_STORED = { options: { readableValues: false } };

/** Our node, as one that is added today. */
export function ours({ account }: WithAccount, parameters: Record<string, unknown>): NodeInput {
	return { name: 'Job', type: ACTION, credentials: account, parameters };
}

/** The plain declarative node of the comparison. */
export function plain({ account }: WithAccount, parameters: Record<string, unknown>): NodeInput {
	return { name: 'Job', type: 'CUSTOM.plainList', credentials: account, parameters };
}

/** n8n's HTTP Request node with the credential of this package. */
export function httpRequest(
	{ account }: WithAccount,
	parameters: Record<string, unknown>,
): NodeInput {
	return {
		name: 'Job',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		credentials: account,
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'contractManagementApi',
			...parameters,
		},
	};
}

/** HTTP Request reading a list to its end, as its documentation shows for cursors, and Split Out behind it. */
export function httpList(
	n8n: WithAccount,
	url: string,
	query: Record<string, string> = {},
): NodeInput[] {
	const parameters = Object.entries({ limit: '100', ...query }).map(([name, value]) => ({
		name,
		value,
	}));
	return [
		httpRequest(n8n, {
			url,
			sendQuery: true,
			queryParameters: { parameters },
			options: {
				pagination: {
					pagination: {
						paginationMode: 'updateAParameterInEachRequest',
						parameters: {
							parameters: [
								{
									type: 'qs',
									name: 'after',
									value: '={{ $response.body?.pagination?.next_cursor }}',
								},
							],
						},
						paginationCompleteWhen: 'other',
						completeExpression: '={{ !$response.body.pagination.has_next }}',
						limitPagesFetched: false,
					},
				},
			},
		}),
		{
			name: 'Job items',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'data', options: {} },
		},
	];
}
