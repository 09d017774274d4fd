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
	[/Turn on Options > One Page and loop over nextCursor.+/, 'Set a lower Limit, or use filters.'],
	[/ To go on without one, set On Error to continue\./, ' Search contracts finds others.'],
	[/Set Max Requests per Second in .+? in the options\./, 'Call it again in a minute.'],
	[/That is longer than Retry for Up To .+? the option\./, 'Call it again after that time.'],
	[/([Tt]he node before this one|This is base64: use) [^.]+/, NO_FILES],
	[/ Convert this one with \{\{.{1,900}?\}\}( \(or '.{1,30}?'\))?\./, ''],
	[/(, )?for (\S{1,40}) give \{\{.{1,900}?\}\}/g, '$1$2'],
	[/ To leave the field empty, give \{\{.{1,900}?\}\}/, ' To leave the field empty, leave it out'],
	[/Correct it where it comes from, or .+? node\./, 'Give the real one, or leave it out.'],
	[/ If it was changed, choose Refresh Field List in the node\./, ''],
];

/** All that a person reads in message and description, for a model: n8n hands on the message alone. */
export function inOneText(message: string, description?: string | null): string {
	const told = [message, description ?? ''].map((text) =>
		WORDS.reduce((said, [words, instead]) => said.replace(words, instead), text),
	);
	const sentences = told.filter(Boolean).map((text) => text.replace(/([^.!?:…])$/, '$1.'));
	return sentences.join(' ');
}
