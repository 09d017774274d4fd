import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sharedQueueMode, type QueueMode } from '../support/queue.mts';
import { undisturbed, type Driver } from '../support/recipes/drive.mts';
import type { HappyRun } from '../support/recipes/host.mts';
import { startRecipeHost } from '../support/recipes/start.mts';

const SCENARIOS = path.join('test', 'support', 'recipes');

const names = readdirSync('workflows')
	.filter((file) => file.endsWith('.json'))
	.map((file) => path.basename(file, '.json'));

let n8n: QueueMode;

beforeAll(async () => {
	n8n = await sharedQueueMode();
});

test.each(names)(
	'%s passes on main, two workers and two webhook processors',
	async (name) => {
		const happy = await scenario(name);
		const host = await startRecipeHost(n8n);
		try {
			await happy(host);
		} finally {
			await unpublishAll();
			await host.stop();
		}
	},
	1_200_000,
);

/** A run that failed has left its workflows published, and they would keep the workers busy. */
async function unpublishAll(): Promise<void> {
	for (const { id, active } of await n8n.workflows()) if (active) await n8n.unpublish(id);
}

async function scenario(name: string): Promise<HappyRun> {
	const file = `${name}.mts`;
	if (!readdirSync(SCENARIOS).includes(file)) {
		throw new Error(`workflows/${name}.json has no run in ${path.join(SCENARIOS, file)}`);
	}
	const { happy, driver } = (await import(path.resolve(SCENARIOS, file))) as {
		happy?: HappyRun;
		driver?: Driver;
	};
	return happy ?? (async (host) => await undisturbed(host, driver!));
}
