import type { TriggerPanelDefinition } from 'n8n-workflow';

/** Setup help beside the node's parameters. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive events of contracts',
	executionsHelp: {
		inactive:
			'The node has two addresses, see <b>Webhook URLs</b> in its parameters.<br /><br /><b>While you build the workflow</b>, choose <b>Execute step</b> and make the service (or the page of the sandbox) deliver an event to the test URL. It is shown here.<br /><br /><b>When the workflow is ready</b>, register the production URL in the integration settings of the organization, with the Webhook Secret of the credential, and publish the workflow. Each delivery then starts an execution, which you find in the executions list.',
		active:
			'<b>While you change the workflow</b>, choose <b>Execute step</b> and make the service (or the page of the sandbox) deliver an event to the test URL. It is shown here.<br /><br /><b>The workflow is published</b>: deliveries to the production URL start executions, which you find in the executions list.',
	},
	activationHint:
		'Once you have finished building the workflow, publish it, so that deliveries to the production URL start it.',
};
