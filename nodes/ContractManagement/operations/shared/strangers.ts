import type { INodeProperties } from 'n8n-workflow';

/** What other nodes, and models, call a parameter. */
export const MISNOMERS: Record<string, string> = {
	binaryPropertyName: 'binaryProperties',
	...{ dry: 'dryRun', dryrun: 'dryRun', DryRun: 'dryRun', preview: 'dryRun', simulate: 'dryRun' },
};

/** What the node does not have at this place, declared to be refused: n8n drops what is not declared, so that a dry run would write. */
export function strangers(names: string[]): INodeProperties[] {
	return [...new Set(names)].map((name) => ({
		displayName: name,
		name,
		type: 'notice',
		default: '',
		displayOptions: { show: { [name]: [{ _cnd: { exists: true } }] } },
	}));
}

/** The parts of a collection and of a mapper, none of any other parameter. */
export function partsOf({ type, options }: INodeProperties): INodeProperties[] {
	if (type === 'resourceMapper') return strangers(['matchingColumns']);
	if (type !== 'collection') return [];
	return (options as INodeProperties[]).filter((part) => !isStranger(part));
}

/** Each name that has capitals as models write it: `dry_run`. */
export function inSnakeCase(names: string[]): string[] {
	const written = names.map((name) => name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`));
	return written.filter((name) => name.includes('_'));
}

/** Whether a part of a collection is declared only to be refused or told of. */
export function isStranger({ type }: { type?: string }): boolean {
	return type === 'notice';
}

/** The parameters of an operation, whose collections refuse the other ones, and those that are written as models do. */
export function withStrangers(properties: INodeProperties[]): INodeProperties[] {
	const names = properties.flatMap((one) => [one, ...partsOf(one)]).map(({ name }) => name);
	return properties.map((one) => {
		if (one.type !== 'collection') return one;
		const parts = one.options as INodeProperties[];
		// `additionalBody`: the editor may hold it of another operation. `search`: an expression for all is text, of whose methods n8n makes parts.
		const isOther = (name: string) =>
			name !== 'additionalBody' && !parts.some((part) => part.name === name);
		const others = ['search', ...names].filter(isOther);
		const written = inSnakeCase(partsOf(one).map(({ name }) => name));
		return { ...one, options: [...parts, ...strangers([...others, ...written])] };
	});
}

/** What belongs into a collection, or is written otherwise, declared at the top to be refused there. */
export function misplaced(properties: INodeProperties[]): INodeProperties[] {
	const own = properties.map(({ name }) => name);
	const parts = properties.flatMap(partsOf).map(({ name }) => name);
	const all = [...parts, ...inSnakeCase([...own, ...parts]), ...Object.keys(MISNOMERS)];
	return strangers(all.filter((name) => !own.includes(name)));
}
