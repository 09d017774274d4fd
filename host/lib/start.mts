import path from 'node:path';
import { startCrm } from './crm.mts';
import { N8nRequestError, type Owner } from './client/session.mts';
import { provision } from './demo.mts';
import { API_KEY } from './demoCredentials.mts';
import { installN8n } from './install.mts';
import { startMailFolder } from './mail/folder.mts';
import { readOptions, USAGE, UsageError, type StartOptions } from './options.mts';
import { demoOwner, passwordFile } from './owner.mts';
import { withoutProxyToLoopback } from './loopback.mts';
import { build, pack } from './package.mts';
import { part, withProgress } from './progress.mts';
import { startSandbox } from './sandbox.mts';
import { startServer, type Server } from './server.mts';
import { reserve } from './startChecks.mts';
import type { OnSpawn, Stoppable } from './stoppable.mts';
import { startStorage } from './storage/server.mts';

const UNAUTHORIZED = 401;
/** As the recipes call it. */
const BUCKET = 'contracts';

const running: Array<Stoppable & { name: string }> = [];
let isStopping = false;

/** The demo until it is told to stop: prints what it does, ends with exit code 1 when anything fails. */
async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	if (!options) return console.log(USAGE);
	// Where NODE_USE_ENV_PROXY is set, Node's own requests, which look whether n8n is up, go to a proxy, too.
	Object.assign(process.env, withoutProxyToLoopback(process.env));
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
		process.on(signal, () => void end(0));
	}
	await reserve(options);
	await installN8n();
	console.log(await withProgress('Starting the sandbox, the CRM and n8n', up(options)));
	const ended = await Promise.race(
		running.map(async (one) => await one.ended.then(() => one.name)),
	);
	if (isStopping) return;
	console.error(`${ended} ended by itself; stopping the others.`);
	await end(1);
}

/** Starts everything, gives n8n what it needs, and resolves to what the user has to know. */
async function up(options: StartOptions): Promise<string> {
	const { port, sandboxPort, crmPort, mailPort, storagePort, data, profile } = options;
	const owner = demoOwner(data);
	const packing = build().then(async () => await pack(path.join('.cache', 'package')));
	const ofSandbox = { profile, onSpawn: runningAs('The sandbox') };
	const inSandbox = path.join(data, 'sandbox.db');
	const inCrm = path.join(data, 'crm');
	const crmRuns = runningAs("The CRM's database");
	const [nodes, sandbox, crm, mail, storage, n8n] = await Promise.all([
		part('building the nodes', packing),
		part('the sandbox', startSandbox(sandboxPort, inSandbox, ofSandbox)),
		part("the CRM's database", startCrm(crmPort, inCrm, crmRuns)),
		startMailFolder(mailPort, path.join(data, 'mail')),
		startStorage(storagePort, path.join(data, 'storage'), { bucket: BUCKET }),
		part('n8n', startDemo(port, data, owner)),
	]);
	await part('installing the nodes in n8n', n8n.installPackage(nodes));
	const surroundings = { sandbox, crm, mail, storage };
	const provided = provision(n8n, surroundings, data);
	const { recipes, left } = await part('importing the recipes', provided);
	const fresh = recipes.filter(({ isNew }) => isNew).length;
	const published = recipes.filter(({ isPublished }) => isPublished).map(({ name }) => `"${name}"`);
	return [
		``,
		`Ready. Stop with Ctrl-C.`,
		`  n8n      http://localhost:${port}/home/workflows  sign in as ${owner.email} with ${owner.password}`,
		`  Sandbox  ${sandbox.origin}  API ${sandbox.baseUrl}  key ${API_KEY}`,
		...(profile === undefined ? [] : [`  Profile  ${relative(profile)}`]),
		`  CRM      PostgreSQL on ${crm.host}:${crm.port}  database ${crm.database}  user ${crm.user}, any password, no SSL`,
		`  Mail     what workflows send is in ${relative(path.join(data, 'mail'))}; nothing leaves this machine`,
		`  Storage  what workflows upload is in ${relative(path.join(data, 'storage'))}; the bucket is called ${BUCKET}`,
		`  Recipes  ${recipes.length}, ${fresh} of them imported now; published: ${published.join(', ') || 'none'}`,
		...recipes.flatMap(({ name, problem }) =>
			problem ? `           "${name}" could not be published: ${problem}` : [],
		),
		...left.map((line) => `  Yours    ${line}`),
		`  Data     ${relative(data)}, the password in ${relative(passwordFile(data))}`,
	].join('\n');
}

async function startDemo(port: number, data: string, owner: Owner): Promise<Server> {
	try {
		return await startServer({
			folder: path.join(data, 'n8n'),
			port,
			owner,
			onSpawn: runningAs('n8n'),
		});
	} catch (error) {
		if (!(error instanceof N8nRequestError && error.status === UNAUTHORIZED)) throw error;
		throw new Error(
			`n8n does not accept the password in ${relative(passwordFile(data))} for ${owner.email}. If you changed it in n8n, write the new one into that file.`,
		);
	}
}

function relative(file: string): string {
	return path.relative('.', file) || file;
}

/** Has a process stopped with the others from its first moment on. */
function runningAs(name: string): OnSpawn {
	return (spawned) => running.push({ name, ...spawned });
}

async function end(code: number): Promise<void> {
	if (isStopping) return;
	isStopping = true;
	// Also what was about to be started when the others were told to stop.
	while (running.length > 0) await Promise.all(running.splice(0).map((one) => one.stop()));
	console.log('Stopped.');
	process.exit(code);
}

try {
	await main();
} catch (error) {
	// What is stopped while it starts fails.
	if (!isStopping) console.error((error as Error).message);
	if (error instanceof UsageError) console.error(`\n${USAGE}`);
	await end(error instanceof UsageError ? 2 : 1);
}
