import { recipe, sqlOf, type Recipe } from '../../../host/lib/recipes.mts';
import { rows } from '../database.mts';
import type { Postgres } from '../services.mts';
import { items, recipeCode, type Item } from './nodeCode.mts';

/**
 * What a Postgres node of a recipe does for one item, or for several that it takes at once, without an n8n: its query with
 * its parameters put in as n8n puts them in.
 */
export async function runSql(
	postgres: Postgres,
	source: string | Recipe,
	node: string,
	item: object = {},
	outputs: Record<string, Item[]> = {},
): Promise<object[]> {
	const sql = sqlOf(typeof source === 'string' ? recipe(`${source}.json`) : source, node);
	if (!/\$1\b/.test(sql)) return await last(postgres, sql);
	const around = { input: items(...[item].flat()), outputs };
	const values = recipeCode(source).value<unknown[]>(node, 'options.queryReplacement', around);
	const filled = sql.replace(/\$(\d+)/g, (_, number: string) =>
		literal(values[Number(number) - 1]),
	);
	return await last(postgres, filled);
}

/** The rows of the last one of several statements. */
async function last(postgres: Postgres, sql: string): Promise<object[]> {
	const statements = sql.split(/;\n(?!\s*(?:RETURN|END))/);
	let answer: object[] = [];
	for (const statement of statements) answer = await rows(postgres, statement);
	return answer;
}

function literal(value: unknown): string {
	if (value === null || value === undefined) return 'null';
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return `'${text.replaceAll("'", "''")}'`;
}
