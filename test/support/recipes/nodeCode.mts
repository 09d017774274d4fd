import { DateTime, Settings } from 'luxon';
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { recipe, type Recipe } from '../../../host/lib/recipes.mts';

export interface Item {
	json: IDataObject;
	binary?: Partial<IBinaryKeyData>;
}

/** What a node of a recipe finds when n8n runs it. */
export interface Surroundings {
	/** The items that reach the node. */
	input: Item[];
	/** What other nodes put out, by their names. Those that are not named have not run. */
	outputs?: Record<string, Item[]>;
	/** Timezone of the workflow. Default: UTC. */
	zone?: string;
	now?: string;
	/** The node that the items come from. */
	from?: string;
	/** The bytes of the input's file, for code that reads them. */
	file?: Uint8Array;
}

/** Where people are for whom a day must not become another one. */
export const ZONES = [
	'America/New_York',
	'America/Los_Angeles',
	'Europe/Berlin',
	'Asia/Tokyo',
	'Pacific/Auckland',
];

/** Items of these properties. */
export function items(...rows: object[]): Item[] {
	return rows.map((json) => ({ json: json as IDataObject }));
}

/** The recipe of a file, or a changed one, without n8n: what its Code nodes and expressions make of given items. */
export function recipeCode(source: string | Recipe) {
	const { name, nodes } = typeof source === 'string' ? recipe(`${source}.json`) : source;
	const nodeOf = (label: string) => {
		const node = nodes.find((each) => each.name === label);
		if (!node) throw new Error(`The recipe ${name} has no node "${label}"`);
		return node;
	};
	return {
		/** The items that a Code node makes; null for an item is none. */
		run(label: string, around: Surroundings): Item[] {
			const { mode, jsCode } = nodeOf(label).parameters as { mode?: string; jsCode: string };
			const each = mode === 'runOnceForEachItem';
			const runs = each ? [...around.input.keys()] : [0];
			return runs.flatMap((index) => call<Item | Item[] | null>(jsCode, around, index) ?? []);
		},
		/** The items that a Code node makes which waits for something, such as the bytes of a file. */
		async made(label: string, around: Surroundings): Promise<Item[]> {
			const { jsCode } = nodeOf(label).parameters;
			return await call(`return (async function () {${jsCode}\n}).call(self)`, around, 0);
		},
		/** The value of an expression at a path of a node's parameters, for one of the items. */
		value<T>(label: string, path: string, around: Surroundings, index = 0): T {
			const text = path
				.split('.')
				.reduce<any>((value, key) => value[key], nodeOf(label).parameters) as string;
			return evaluate<T>(text, around, index);
		},
		/** The value of an assignment of a Set node. */
		assigned<T>(label: string, assignment: string, around: Surroundings, index = 0): T {
			const { assignments } = nodeOf(label).parameters.assignments as {
				assignments: Array<{ name: string; value: string }>;
			};
			const { value } = assignments.find((each) => each.name === assignment)!;
			return evaluate<T>(value, around, index);
		},
	};
}

/** A text that begins with = is an expression, or several between other text. */
function evaluate<T>(text: string, around: Surroundings, index: number): T {
	if (typeof text !== 'string' || !text.startsWith('=')) return text as T;
	const whole = /^=\{\{((?:(?!\}\}(?!\s*$)).)*)\}\}\s*$/s.exec(text);
	if (whole) return call<T>(`return (${whole[1]})`, around, index);
	const parts = text
		.slice(1)
		.replace(/\{\{(.*?)\}\}/gs, (_, code: string) =>
			String(call(`return (${code})`, around, index)),
		);
	return parts as T;
}

function call<T>(code: string, around: Surroundings, index: number): T {
	const { input, outputs = {}, zone = 'UTC', now, from } = around;
	const $now = now ? DateTime.fromISO(now, { zone }) : DateTime.now().setZone(zone);
	const $ = (name: string) => {
		const items = outputs[name];
		if (!items) return { isExecuted: false };
		// An item is linked to the one at its place, as far as there is one.
		return { ...reach(items), item: items[index] ?? items[0], isExecuted: true };
	};
	const item = input[index] ?? { json: {} };
	const getBinaryDataBuffer = async () => Buffer.from(around.file!);
	const scope = {
		self: { helpers: { getBinaryDataBuffer } },
		$,
		$now,
		$today: $now.startOf('day'),
		$input: { ...reach(input), item },
		$json: item.json,
		$binary: item.binary ?? {},
		$prevNode: { name: from },
		$execution: { id: '1', resumeUrl: 'http://localhost/webhook-waiting/1' },
		DateTime,
	};
	// As in n8n, whatever is made of text is in the zone of the workflow.
	Settings.defaultZone = zone;
	return new Function(...Object.keys(scope), code)(...Object.values(scope)) as T;
}

function reach(items: Item[]) {
	return {
		// Of the first run: no other one took place.
		all: (_output?: number, run = 0) => {
			if (run > 0) throw new Error(`There is no run ${run}`);
			return items;
		},
		first: () => items[0],
		last: () => items.at(-1),
		itemMatching: (index: number) => items[index],
	};
}
