import { lockFolder, nextFolder } from './dataFolder.mts';
import { commandOf, PORTS, type StartOptions } from './options.mts';
import { freePort, isBusy } from './ports.mts';

const LAST = 65_535;

/**
 * Keeps the data folder for this process, as two that write into one lose what the other wrote, and looks whether the
 * ports are free.
 * @throws Error with a command that has free ones in place of the folder and the ports that others use
 */
export async function reserve(options: StartOptions): Promise<void> {
	const names = Object.keys(PORTS) as Array<keyof typeof PORTS>;
	const free = { ...options };
	const sentences: string[] = [];
	if (!lockFolder(options.data)) {
		free.data = nextFolder(options.data);
		sentences.push(
			`Another npm start uses the data folder ${options.data}: stop it, or choose another folder with --data.`,
		);
	}
	for (const name of names) {
		if (!(await isBusy(options[name]))) continue;
		const taken = names.flatMap((each) => [options[each], free[each]]);
		free[name] = await nextFree(options[name], taken);
		sentences.push(
			`Port ${options[name]} is in use by another program: choose another one for ${PORTS[name]}.`,
		);
	}
	if (sentences.length > 0) throw new Error([...sentences, commandOf(free)].join('\n'));
}

/** The first port above this one that is free and not taken. */
async function nextFree(port: number, taken: number[]): Promise<number> {
	for (let next = port + 1; next <= LAST; next += 1) {
		if (!taken.includes(next) && !(await isBusy(next))) return next;
	}
	return await freePort();
}
