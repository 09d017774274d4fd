/** A webhook trigger that only hands on what it got: the floor for what a delivery costs in this n8n. */
class PlainTrigger {
	description = {
		displayName: 'Plain Trigger',
		name: 'plainTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Starts the workflow with the body of the delivery',
		defaults: { name: 'Plain Trigger' },
		inputs: [],
		outputs: ['main'],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: '',
				path: 'webhook',
			},
		],
		properties: [],
	};

	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}

module.exports = { PlainTrigger };
