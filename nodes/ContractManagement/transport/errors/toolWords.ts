/** Whether an agent, or a client over MCP, runs the node: n8n derives a type of its own for that. */
export function isTool(node?: { type?: string }): boolean {
	return node?.type?.endsWith('Tool') ?? false;
}

/** Where an ID is found, by the label of its parameter. */
export const FINDS: Record<string, string> = {
	Clause: 'Search clauses (Get Many) finds its ID',
	Contract:
		'Search contracts (Get Many) finds its ID; if this is the ID of a counterparty, filter by it there',
	'Contract Type': 'Search contracts (Get Many) shows it as contractTypeId',
	Counterparty:
		'Search counterparties (Get Many) finds its ID; contracts show it as counterpartyId',
	'Custom Object': 'no operation finds its ID: ask for it',
	Folder: 'Get contract by ID shows it as folderId, without Simplify',
	Member: 'Get contract by ID shows the members of a contract, without Simplify',
	Template: 'Describe contract type (Get Creation Form) lists the templates',
};

const NO_FILES = 'n8n hands no files to tools, a workflow can do this';

/** What only a person in the editor can do, and what a model can do instead. */
const WORDS: Array<[RegExp, string]> = [
	[/ \[item \d+\]/g, ''],
	[/Choose Add Field under Update Fields, .+? its value\./, 'Give one of its arguments a value.'],
	[/Choose one of the list, .+?: /, 'Give one of these values: '],
	[/ To go on without one, set On Error to continue\./, ' Search contracts finds others.'],
	[/Set Max Requests per Second in .+? of actions\./, 'Call it again in a minute.'],
	[/That is longer than the node waits\. .+? of actions\./, 'Call it again after that time.'],
	[/([Tt]he node before this one|This is base64: use) [^.]+(\.\w[^.]*)*/, NO_FILES],
	[/Open the (credential|node) [^.]{1,200}\.?/g, 'Only a person can change that: tell them.'],
	[/Check the parameters of the node\./, 'Check the arguments.'],
	[/ in the service before you run this again/, ' before you call this again'],
	[/turn on Return All/, 'use filters'],
	[/Enter a UUID\./, `${FINDS.Member}.`],
	[/ For values of the input give .{1,99} with \{\{.{1,99}?\}\}\./, ''],
	[/(,? for example|:) \{\{.{1,99}?\}\}/g, ''],
	[/ Convert this one with \{\{.{1,900}?\}\}( \(or '.{1,30}?'\))?\./g, ''],
	[/(, )?for (\S{1,40}) give \{\{.{1,900}?\}\}/g, '$1$2'],
	[/ To (leave .{5,9} empty|give none), \w+ \{\{.{1,900}?\}\}/g, ' To $1, leave it out'],
	[/Correct it where it comes from, or .+? node\./, 'Give the real one, or leave it out.'],
	[/ If it was changed, choose Refresh Field List in the node\./, ''],
];

/** All that a person reads in message and description, for a model: n8n hands on the message alone. */
export function inOneText(message: string, description?: string | null): string {
	const told = [description?.startsWith(message) ? '' : message, description ?? ''].map((text) =>
		WORDS.reduce((said, [words, instead]) => said.replace(words, instead), text),
	);
	const sentences = told.filter(Boolean).map((text) => text.replace(/([^.!?:…])$/, '$1.'));
	return sentences.join(' ');
}
