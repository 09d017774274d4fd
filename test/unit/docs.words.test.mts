import { existsSync, globSync, readFileSync } from 'node:fs';
import { document, documents } from '../support/documents.mts';

/** What people can see on their screen: labels and messages of nodes, credential, scripts, sandbox and recipes. */
const SHOWN = sourcesIn([
	'{nodes,credentials,host/lib,scripts,sandbox,probe}/**/*.{ts,mts,mjs}',
	'workflows/*.json',
]);

/** Labels of n8n itself that the pages name. */
const N8N = [
	...['AI Agent', 'Chat Model', 'Chat Trigger', 'Human review', 'Require approval', 'Tool'],
	...['Approve', 'Decline', 'Response Mode', 'Using Response Nodes'],
	...['Call n8n Workflow Tool', 'Send Email', 'When Executed by Another Workflow'],
	'Community nodes',
	'Continue (using error output)',
	'Create workflow',
	'Credentials',
	'Data tables',
	'Execute workflow',
	'Executions',
	'From file',
	'Header Auth',
	'Highlighted data',
	'Import',
	'Install',
	'Install a community node',
	'Loop Over Items',
	'Publish',
	'Retry',
	'Execute step',
	'On Error',
	'Remove Duplicates',
	'Request Options',
	'Retry On Fail',
	'Settings',
	'Timezone',
	'Workflow settings',
];

/** Labels of the service's web application, as the specification describes it. */
const SERVICE = ['Integrations'];

/** Headings of the sandbox's page. */
const SANDBOX = ['Webhooks'];

const PAGES = documents().map((page) => [page.file, page] as const);

test.each(PAGES)('%s: every label in bold is one that people see', (_file, { text }) => {
	// At the start of a line, a list item or a cell, bold marks what the text is about.
	const labels = [...text.matchAll(/(?<!^|^ *- |\| )\*\*([A-Z][^*."…]*)\*\*/gm)].flatMap(
		([, label]) => label!.replace(/\s+/g, ' ').split(' > '),
	);
	const known = (label: string) =>
		[...N8N, ...SERVICE, ...SANDBOX].includes(label) ||
		SHOWN.includes(`'${label}`) ||
		SHOWN.includes(`"${label}`);
	expect(labels.filter((label) => !known(label))).toEqual([]);
});

test('every message that docs/errors.md quotes as a symptom is one that people get', () => {
	const { text } = document('docs/errors.md');
	const symptoms = text.split('## By symptom')[1]!.split('\n## ')[0]!;
	const quoted = [...symptoms.matchAll(/"([^"]{10,})"/g)].map(([, message]) => message!);
	expect(quoted.length).toBeGreaterThan(8);
	expect(quoted.filter((message) => !isShown(message))).toEqual([]);
});

test.each([
	'API Version',
	'Include Payload',
	'Keep',
	'Leave to the Service',
	'Records Not in the Input',
])('the probe gives advice on %s, which is what the node calls it', (label) => {
	expect(sourcesIn(['probe/**/*.mts'])).toContain(label);
	expect(sourcesIn(['{nodes,credentials}/**/*.ts'])).toContain(`'${label}'`);
});

test('every file that the probe names as the place of a change exists', () => {
	const places = [...sourcesIn(['probe/**/*.mts']).matchAll(/nodes\/ContractManagement\/[\w./]+/g)];
	expect(places.length).toBeGreaterThan(10);
	expect(places.map(([place]) => place).filter((place) => !existsSync(place))).toEqual([]);
});

/** The parts between the places where a value stands. */
function isShown(message: string): boolean {
	const parts = message.split('…').filter((part) => part.trim().length > 2);
	return parts.every((part) => SHOWN.includes(part.trim()));
}

function sourcesIn(patterns: string[]): string {
	const files = patterns.flatMap((pattern) => globSync(pattern));
	return files.map((file) => readFileSync(file, 'utf8').replaceAll("\\'", "'")).join('\n');
}
