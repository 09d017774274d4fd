import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { ContractManagementPollingTrigger } from '../../nodes/ContractManagement/ContractManagementPollingTrigger.node';
import { ContractManagementTrigger } from '../../nodes/ContractManagement/ContractManagementTrigger.node';

/** What n8n itself searches with, of the pinned n8n: the node panel's function, and the one of its AI builder and MCP server. */
const installed = createRequire(path.resolve('host/node_modules/n8n/package.json'));
const { sublimeSearch } = installed('@n8n/utils/search/sublime-search') as {
	sublimeSearch: (words: string, nodes: PanelNode[]) => Array<{ item: PanelNode }>;
};
const { NodeTypeParser } = installed('@n8n/ai-utilities/node-catalog') as {
	NodeTypeParser: new (nodes: Described[]) => {
		searchNodeTypes: (words: string, limit: number) => Array<{ id: string }>;
	};
};

type Described = INodeTypeDescription & { codex?: { alias?: string[] } };
interface PanelNode {
	name: string;
	properties: { displayName: string; codex: { alias?: string[] } };
}

const OURS = [
	'contractManagement',
	'contractManagementTrigger',
	'contractManagementPollingTrigger',
];

/** Every built-in node of the pinned n8n, and ours. */
const nodes: Described[] = [
	...builtIn('n8n-nodes-base'),
	...builtIn('@n8n/n8n-nodes-langchain'),
	...[ContractManagement, ContractManagementTrigger, ContractManagementPollingTrigger].map(own),
];

const WORDS = [
	...[
		'contract',
		'CLM',
		'e-signature',
		'esignature',
		'esign',
		'signature',
		'agreement',
		'NDA',
		'MSA',
	],
	...['renewal', 'counterparty', 'clause', 'legal', 'signed', 'contract signed', 'create contract'],
];

/** Here a built-in node is called by one of the words itself (Line, Microsoft Dynamics, a document loader). */
const WORDS_OF_OTHERS = ['sign document', 'dynamic table', 'line items'];

test.each([...WORDS, ...WORDS_OF_OTHERS])(
	'the node panel shows our nodes first for: %s',
	(words) => {
		const found = nodes.map(({ name, displayName, codex }) => ({
			name,
			properties: { displayName, codex: { alias: codex?.alias } },
		}));
		expect(OURS).toContain(sublimeSearch(words, found)[0]?.item.name);
	},
);

test.each(WORDS)('n8n’s AI builder finds our nodes first for: %s', (words) => {
	const [first] = new NodeTypeParser(nodes).searchNodeTypes(words, 5);
	expect(OURS).toContain(first?.id);
});

function builtIn(name: string): Described[] {
	const folder = path.dirname(installed.resolve(`${name}/package.json`));
	return JSON.parse(readFileSync(path.join(folder, 'dist', 'types', 'nodes.json'), 'utf8'));
}

function own(Node: new () => { description: INodeTypeDescription }): Described {
	const codex = `nodes/ContractManagement/${Node.name}.node.json`;
	return { ...new Node().description, codex: JSON.parse(readFileSync(codex, 'utf8')) };
}
