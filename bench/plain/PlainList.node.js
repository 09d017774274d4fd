/**
 * What a community node looks like that leaves requests to n8n: declarative, generic pagination, no transport of its
 * own. The benchmark's comparison for "a plain declarative node".
 */
class PlainList {
	description = {
		displayName: 'Plain List',
		name: 'plainList',
		group: ['transform'],
		version: 1,
		description: 'Lists contracts with nothing but declared routing',
		defaults: { name: 'Plain List' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'contractManagementApi', required: true }],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		requestOperations: {
			pagination: {
				type: 'generic',
				properties: {
					continue: '={{ !!$response.body.pagination.has_next }}',
					// What is set here replaces the whole query, so it holds everything.
					request: {
						qs: {
							limit: 100,
							contractTypeId: '={{ $parameter["contractTypeId"] || undefined }}',
							after: '={{ $response.body?.pagination?.next_cursor }}',
						},
					},
				},
			},
		},
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				default: 'list',
				options: [
					{
						name: 'List',
						value: 'list',
						routing: {
							send: { paginate: true },
							request: { method: 'GET', url: '/contracts' },
							output: { postReceive: [{ type: 'rootProperty', properties: { property: 'data' } }] },
						},
					},
					{
						name: 'Get',
						value: 'get',
						routing: {
							request: { method: 'GET', url: '=/contracts/{{ $parameter["contractId"] }}' },
						},
					},
					{
						name: 'Create',
						value: 'create',
						routing: {
							request: { method: 'POST', url: '/contracts', body: '={{ $parameter["body"] }}' },
						},
					},
				],
			},
			{ displayName: 'Contract', name: 'contractId', type: 'string', default: '' },
			{ displayName: 'Body', name: 'body', type: 'json', default: '{}' },
			{
				displayName: 'Contract Type',
				name: 'contractTypeId',
				type: 'string',
				default: '',
				displayOptions: { show: { operation: ['list'] } },
			},
		],
	};
}

module.exports = { PlainList };
