/** Whether an agent, or a client over MCP, runs the node: n8n derives a type of its own for that. */
export function isTool(node?: { type?: string }): boolean {
	return node?.type?.endsWith('Tool') ?? false;
}

/** What only a person in the editor can do, and what a model can do instead. */
const WORDS: Array<[RegExp, string]> = [
	[/ \[item \d+\]/g, ''],
	[/Choose Add Field under Update Fields, .+? its value\./, 'Give one of its arguments a value.'],
	[/Choose one of the list, .+?: /, 'Give one of these values: '],
	[/Turn on Options > One Page and loop over nextCursor.+/, 'Set a lower Limit, or use filters.'],
	[/ To go on without one, set On Error to continue\./, ' Search contracts finds others.'],
	[/Set Max Requests per Second in .+? in the options\./, 'Call it again in a minute.'],
	[/That is longer than Retry for Up To .+? the option\./, 'Call it again after that time.'],
	[/the node before this one .+? them/, 'n8n hands no files to tools, a workflow can do this'],
];

/** All that a person reads in message and description, for a model: n8n hands on the message alone. */
export function inOneText(message: string, description?: string | null): string {
	const told = [message, description ?? ''].map((text) =>
		WORDS.reduce((said, [words, instead]) => said.replace(words, instead), text),
	);
	const sentences = told.filter(Boolean).map((text) => text.replace(/([^.!?:…])$/, '$1.'));
	return sentences.join(' ');
}
