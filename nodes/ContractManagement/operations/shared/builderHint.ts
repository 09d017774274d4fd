import type { IBuilderHint } from 'n8n-workflow';
import { keptIn } from '../../transport/memory';

const PACKAGE = 'n8n-nodes-contract-management';

/** The nodes that a workflow with contracts often needs beside another; only n8n's AI builder reads this. */
export const RELATED = {
	action: {
		nodeType: `${PACKAGE}.contractManagement`,
		relationHint: 'Reads, creates and sends contracts, and downloads their signed PDFs',
	},
	trigger: {
		nodeType: `${PACKAGE}.contractManagementTrigger`,
		relationHint:
			'Starts when a contract is created, signed or changes status, if the service can reach n8n',
	},
	pollingTrigger: {
		nodeType: `${PACKAGE}.contractManagementPollingTrigger`,
		relationHint:
			'Starts on the same events and on changed counterparties, by asking at an interval',
	},
	wait: {
		nodeType: 'n8n-nodes-base.wait',
		relationHint: 'Waits between Send for Signature and the next Contract > Get',
	},
	dataTable: {
		nodeType: 'n8n-nodes-base.dataTable',
		relationHint: 'Remembers which contracts and eventKeys were handled',
	},
	sendEmail: {
		nodeType: 'n8n-nodes-base.emailSend',
		relationHint: 'Reminds of a contract that ends, or asks to approve one before it is sent',
	},
};

/** What `leftOut` leaves out of the definitions of the operations. */
const SAID_ONCE = [
	'All operations take options.retrySeconds (120), those that answer with records simplify (true).',
	"As a tool, output in place of simplify: 'simplified' | 'raw' | 'selectedFields', with selectedFields: 'id, fields.Price'; longestAnswer (30000 characters).",
];

/** What n8n's AI builder is told about the action node, with the shape of the items of each operation. */
export function builderHint(items: Array<[operation: string, shape: string]>): IBuilderHint {
	const { trigger, pollingTrigger, wait, dataTable, sendEmail } = RELATED;
	return {
		searchHint:
			'Contracts (NDA, MSA, order) with e-signature. Pass creation-form values in options.fieldsJson by field name; every locator takes mode id with an expression. To start when a contract is signed or changes, use the triggers of this package.',
		relatedNodes: [trigger, pollingTrigger, wait, dataTable, sendEmail],
		extraTypeDefContent: [
			{ content: [...SAID_ONCE, 'Items, with simplify:', ...shapes(items)].join('\n') },
		],
	};
}

/** Operations whose items have the same shape share a line. */
function shapes(items: Array<[operation: string, shape: string]>): string[] {
	const byShape = new Map<string, string[]>();
	const operationsOf = keptIn(byShape, () => []);
	for (const [operation, shape] of items) operationsOf(shape).push(operation);
	return [...byShape].map(([shape, operations]) => `${operations.join(', ')}: ${shape}`);
}
