import { readdirSync } from 'node:fs';
import path from 'node:path';
import {
	killedInTheMiddle,
	startKillableN8n,
	undisturbed,
	type Driver,
	type KillableN8n,
} from '../../support/recipes/drive.mts';
import type { RecipeHost } from '../../support/recipes/host.mts';

const FOLDER = path.join('test', 'support', 'recipes');

const names = readdirSync('workflows')
	.map((file) => path.basename(file, '.json'))
	.filter((name) => driverOf(name) !== undefined);

let killable: KillableN8n;
let host: (RecipeHost & { stop(): Promise<void> }) | undefined;

beforeAll(async () => {
	killable = await startKillableN8n();
});

beforeEach(async () => {
	host = await killable.host();
});

afterEach(async () => {
	const { workflows, unpublish } = killable.n8n.current();
	for (const { id, active } of await workflows()) if (active) await unpublish(id);
	await host?.stop();
});

afterAll(async () => {
	await killable?.stop();
});

describe.each(names)('%s', (name) => {
	test('does what its page says', async () => {
		await undisturbed(host!, driverOf(name)!);
	});

	test('n8n is killed in the middle: nothing is lost, and nothing is done twice', async () => {
		await killedInTheMiddle(host!, killable, driverOf(name)!);
	});
});

function driverOf(name: string): Driver | undefined {
	const { driver } = require(path.resolve(FOLDER, `${name}.mts`)) as { driver?: Driver };
	return driver;
}
