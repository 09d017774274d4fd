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
].map((name) => `n8n-nodes-contract-management.${name}`);

/** Every built-in node of the pinned n8n, and ours, by the names that n8n gives them. */
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

/**
 * In the search for AI, several words count as much as the best of them alone, and a node that is called by a word itself comes
 * before all others. To be first here we would have to be first for "document", "dynamic" and "line" too, which is not
 * what people want who search for those; and nothing comes before a node that is called Line.
 */
const WORDS_OF_OTHERS = [
	['sign document', 'document', '@n8n/n8n-nodes-langchain.documentGithubLoader'],
	['dynamic table', 'dynamic', 'n8n-nodes-base.microsoftDynamicsCrm'],
	['line items', 'line', 'n8n-nodes-base.line'],
] as const;

test.each([...WORDS, ...WORDS_OF_OTHERS.map(([words]) => words)])(
	'the node panel shows our nodes first for: %s',
	(words) => {
		const found = nodes.map(({ name, displayName, codex }) => ({
			name,
			properties: { displayName, codex: { alias: codex?.alias } },
		}));
		expect(OURS).toContain(sublimeSearch(words, found)[0]?.item.name);
	},
);

const parser = new NodeTypeParser(nodes);
const foundByAi = (words: string) => parser.searchNodeTypes(words, 5).map(({ id }) => id);

test.each(WORDS.filter((words) => words !== 'NDA'))(
	'n8n’s AI builder finds our nodes first for: %s',
	(words) => {
		expect(OURS).toContain(foundByAi(words)[0]);
	},
);

test('n8n’s AI builder finds our nodes for NDA, which it reads in executioN DAta first', () => {
	expect(OURS).toContain(foundByAi('NDA').find((id) => OURS.includes(id)));
});

test.each(WORDS_OF_OTHERS)(
	'n8n’s AI builder cannot find our nodes first for: %s, as "%s" alone belongs to %s',
	(words, word, theirs) => {
		expect(foundByAi(words)[0]).toBe(theirs);
		expect(foundByAi(word)[0]).toBe(theirs);
		const withContract = foundByAi(`contract ${words}`).filter(
			(id) => id !== 'n8n-nodes-base.line',
		);
		expect(OURS).toContain(withContract[0]);
	},
);

function builtIn(name: string): Described[] {
	const folder = path.dirname(installed.resolve(`${name}/package.json`));
	const file = path.join(folder, 'dist', 'types', 'nodes.json');
	const described = JSON.parse(readFileSync(file, 'utf8')) as Described[];
	return described.map((node) => ({ ...node, name: `${name}.${node.name}` }));
}

function own(Node: new () => { description: INodeTypeDescription }): Described {
	const codex = `nodes/ContractManagement/${Node.name}.node.json`;
	const { description } = new Node();
	const name = `n8n-nodes-contract-management.${description.name}`;
	return { ...description, name, codex: JSON.parse(readFileSync(codex, 'utf8')) };
}
