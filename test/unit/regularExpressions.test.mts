import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { ContractManagementPollingTrigger } from '../../nodes/ContractManagement/ContractManagementPollingTrigger.node';
import { ContractManagementTrigger } from '../../nodes/ContractManagement/ContractManagementTrigger.node';
import { pumpsFor } from '../support/pumps.mts';

/** A regular expression of the package, and where it is. */
type Found = [place: string, pattern: RegExp];

const files = globSync(['nodes/**/*.ts', 'credentials/**/*.ts']).map((file) =>
	file.replaceAll(path.sep, '/'),
);

const FOUND: Found[] = [...files.flatMap(inSource), ...inDescriptions()];

function inSource(file: string): Found[] {
	const text = readFileSync(file, 'utf8');
	const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
	const found: Found[] = [];
	const placeOf = (node: ts.Node) =>
		`${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
	const visit = (node: ts.Node) => {
		if (ts.isRegularExpressionLiteral(node)) found.push([placeOf(node), literal(node.text)]);
		if (isRegExpCall(node)) found.push([placeOf(node), evaluated(file, node)]);
		node.forEachChild(visit);
	};
	visit(tree);
	return found;
}

function literal(text: string): RegExp {
	const end = text.lastIndexOf('/');
	return new RegExp(text.slice(1, end), text.slice(end + 1));
}

function isRegExpCall(node: ts.Node): node is ts.CallExpression | ts.NewExpression {
	const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
	return isCall && node.expression.getText() === 'RegExp';
}

/** What is put together at run time is found by loading the file: it must be made of constants. */
function evaluated(
	file: string,
	{ arguments: given = [] as never }: ts.CallExpression | ts.NewExpression,
) {
	const made: RegExp[] = [];
	const wanted = (given as ts.NodeArray<ts.Expression>)[0].getText();
	jest.isolateModules(() => {
		const original = RegExp;
		const caller = new RegExp(`${file.replaceAll('.', '\\.')}`);
		globalThis.RegExp = new Proxy(original, {
			construct: (target, [source, flags]: [string, string]) => {
				const pattern = new target(source, flags);
				if (caller.test(new Error().stack ?? '')) made.push(pattern);
				return pattern;
			},
		});
		try {
			jest.requireActual(`../../${file}`);
		} finally {
			globalThis.RegExp = original;
		}
	});
	const pattern = made.find(({ source }) => isMadeFrom(wanted, source));
	if (!pattern) throw new Error(`${file}: ${wanted} is not made when the file is loaded`);
	return pattern;
}

/** Whether the constant parts of the template are in the source. */
function isMadeFrom(template: string, source: string): boolean {
	const parts = template.slice(1, -1).split(/\$\{[^}]*\}/);
	return parts.every((part) => source.includes(part.replaceAll('\\\\', '\\')));
}

/** n8n runs those that descriptions hold as text. */
function inDescriptions(): Found[] {
	const found = new Map<string, Found>();
	const visit = (value: unknown, place: string) => {
		if (typeof value !== 'object' || value === null) return;
		for (const [key, part] of Object.entries(value)) {
			if (key === 'regex') found.set(String(part), [`${place}.regex`, new RegExp(String(part))]);
			else visit(part, `${place}.${(part as { name?: string } | null)?.name ?? key}`);
		}
	};
	const types = [ContractManagement, ContractManagementPollingTrigger, ContractManagementTrigger];
	for (const type of types) visit(new type().description, type.name);
	return [...found.values()];
}

const FEW = 25;
const FEW_MS = 20;
const SHORT = 2_500;
const LONG = 4 * SHORT;

/** Far more than any of them takes, and far less than what grows with the square of the length. */
const PATIENCE_MS = 25;

/** Four times the length takes 4 times as long, or 16 times where it grows with the square. */
const OUT_OF_PROPORTION = 8;

/** No other work on the machine makes that much of a difference. */
const HOPELESS_MS = 10 * PATIENCE_MS;

/** A fault is one each time that it is looked at. */
const LOOKS = 4;

/** CPU time of the best of a few tries, so that other work on the machine does not count. In milliseconds. */
function timeOf(pattern: RegExp, text: string, tries = 3): number {
	let best = Infinity;
	for (let i = 0; i < tries && best > PATIENCE_MS / 20 && !(best > HOPELESS_MS && i > 0); i++) {
		const started = process.cpuUsage();
		if (pattern.global) text.replace(pattern, '');
		else pattern.exec(text);
		const { user, system } = process.cpuUsage(started);
		best = Math.min(best, (user + system) / 1000);
	}
	return best;
}

/** Both times, where the longer text takes out of proportion each time that it is looked at. */
function growthOf(pattern: RegExp, text: (length: number) => string): string | undefined {
	let times: string | undefined;
	for (let look = 1; look <= LOOKS; look++) {
		const long = timeOf(pattern, text(LONG), 1);
		if (long < PATIENCE_MS) return undefined;
		const short = timeOf(pattern, text(SHORT));
		if (long / short <= OUT_OF_PROPORTION) return undefined;
		times = `${Math.round(short)} and ${Math.round(long)} ms`;
	}
	return times;
}

/** A text for which the time grows with more than its length. */
function explosive(pattern: RegExp): string | undefined {
	const { units, prefixes, suffixes } = pumpsFor(pattern);
	for (const unit of units) {
		for (const prefix of prefixes) {
			for (const suffix of suffixes) {
				const text = (length: number) =>
					prefix + unit.repeat(Math.ceil(length / unit.length)) + suffix;
				const facts = `${JSON.stringify(prefix)}, many ${JSON.stringify(unit)}, ${JSON.stringify(suffix)}`;
				// What doubles with each character would not come back from a long text.
				if (timeOf(pattern, text(FEW)) > FEW_MS) return facts;
				const growth = growthOf(pattern, text);
				if (growth) return `${facts}: ${growth}`;
			}
		}
	}
	return undefined;
}

test('there is something to look at', () => {
	expect(FOUND.length).toBeGreaterThan(60);
	expect(FOUND.map(([place]) => place.split(':')[0])).toContain(
		'nodes/ContractManagement/api/names.ts',
	);
});

test.each([/^(a+)+$/, /^\d+\.?\d*$/, /\/+$/])(
	'an expression that explodes is found: %s',
	(pattern) => {
		expect(explosive(pattern)).toBeDefined();
	},
);

test.each(FOUND)('takes time in proportion to the text: %s %s', (_place, pattern) => {
	expect(explosive(pattern)).toBeUndefined();
});
