/** A row of the specification that the sandbox has to keep: what kind of thing, of what, and its name. */
export interface SpecificationRow {
	section: string;
	name: string;
}

/** Tables that describe the document itself or are no promise of the service. */
const NO_PROMISES = ['What the service does'];

/**
 * Everything in the specification that can be kept or broken: the rows of its tables, its endpoints, its states.
 * Read out of the text, so that a changed specification changes the list.
 */
export function specificationRows(markdown: string): SpecificationRow[] {
	return [
		...tableRows(markdown).filter(({ section }) => !NO_PROMISES.includes(section)),
		...endpoints(markdown),
		...states(markdown),
	];
}

function tableRows(markdown: string): SpecificationRow[] {
	const rows: SpecificationRow[] = [];
	let section = '';
	let inBody = false;
	for (const line of markdown.split('\n')) {
		const heading = /^#+ (.+)$/.exec(line);
		if (heading) section = heading[1]!;
		if (/^\|[-|\s]+\|$/.test(line)) inBody = true;
		else if (!line.startsWith('|')) inBody = false;
		else if (inBody) rows.push({ section, name: rowName(section, line) });
	}
	return rows;
}

/** The first cell; for limits the second too, as two limits have the same name. */
function rowName(section: string, line: string): string {
	const cells = line.split('|').map((cell) => cell.trim().replaceAll('`', ''));
	return section === 'Limits' ? `${cells[1]}: ${cells[2]}` : cells[1]!;
}

function endpoints(markdown: string): SpecificationRow[] {
	const detailed = [...markdown.matchAll(/^### ((?:GET|POST|PATCH|PUT|DELETE) \S+)$/gm)];
	const others = /### Other operations named but not detailed\n+([\s\S]*?)\n\n/.exec(markdown)![1]!;
	const named = [...others.matchAll(/`((?:GET|POST|PATCH|PUT|DELETE) \S+?)`/g)];
	const names = [...detailed, ...named].map((match) => match[1]!.replace(/:(\w+)/g, '{$1}'));
	return [...new Set(names)].map((name) => ({ section: 'Endpoints', name }));
}

/** "States: `draft` (…), `negotiating` (…)" and the other two lists of states. */
function states(markdown: string): SpecificationRow[] {
	const part = markdown.slice(markdown.indexOf('## States and transitions'));
	const lists = [...part.matchAll(/^### (.+ status)\n+[\s\S]*?^States(?: seen)?: (.+)$/gm)];
	return lists.flatMap(([, section, list]) =>
		[...list!.split(/\. (?=[A-Z`])/)[0]!.matchAll(/`(\w+)`/g)].map((match) => ({
			section: section!,
			name: match[1]!,
		})),
	);
}
