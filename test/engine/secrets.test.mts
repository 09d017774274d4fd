import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { Container } from '@n8n/di';
import { Logger } from '@n8n/backend-common';
import { LoggerProxy, type IDataObject } from 'n8n-workflow';
import { Controller } from '../../nodes/ContractManagement/transport/limit/controller';
import { DEFAULT_RETRY } from '../../nodes/ContractManagement/transport/retryPolicy';
import { credentialData } from '../support/credentials.mts';
import { askEditor } from '../support/editor.mts';
import { runNode } from '../support/engine.mts';
import {
	ASKED,
	CHOSEN,
	CONTRACT,
	FILES,
	LIST,
	ORGANIZATION,
	REQUESTS,
	SIGNED,
} from '../support/everyRequest.mts';
import { pollHost } from '../support/pollHost.mts';
import {
	ANY,
	recordedService,
	shapeOf,
	type RecordedService,
	type Strike,
} from '../support/recordedService.mts';
import { publish, webhookHost } from '../support/triggers.mts';

const KEY = String.raw`Key+7/=&one%42"<x>\y`;
const SECRET = 'a webhook "secret" + Größe/7';
const PREVIOUS = 'previous&secret<b>';
const QUERY = 'X-Amz-Credential=AKIDEXAMPLE%2Feu&X-Amz-Signature=fedcba9876543210';
const ADDRESS = `https://user:pa55phrase@files.example.com/contract.pdf?${QUERY}`;

const encoded = (text: string) => [
	text,
	encodeURIComponent(text),
	encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
	JSON.stringify(text).slice(1, -1),
];

/** What no text may hold. */
const FORBIDDEN = [
	...[KEY, SECRET, PREVIOUS].flatMap(encoded),
	...['AKIDEXAMPLE', 'fedcba9876543210', 'X-Amz-Signature', 'pa55phrase'],
];

/** Everything secret, in the spellings in which it may be repeated. */
const SAID = [
	...[KEY, SECRET, PREVIOUS].flatMap(encoded),
	ADDRESS,
	`Found. Redirecting to ${ADDRESS}`,
	`Cannot GET /storage/files/1?${QUERY}`,
	`GET\n/contract.pdf\n${QUERY}\nhost:files.example.com`,
	encodeURIComponent(ADDRESS),
].join(' then ');

const details = {
	[SAID]: 'a key of the details',
	field: SAID,
	value: { deep: [{ [SAID]: SAID }] },
	availableOptions: [SAID, { name: SAID }],
};

/** Bodies of refusals, each with everything secret in every place. */
const BODIES: Record<string, [type: string, body: string]> = {
	'an error': [
		'application/json',
		JSON.stringify({ error: { statusCode: SAID, errorId: SAID, message: SAID, details } }),
	],
	'a known error': [
		'application/json',
		JSON.stringify({ error: { errorId: 'FIELD_OPTION_NOT_FOUND', message: SAID, details } }),
	],
	'a long error': [
		'application/json',
		JSON.stringify({
			error: {
				errorId: 'LONG',
				message: `${'-'.repeat(990)} ${SAID}`,
				details: { field: SAID.repeat(40) },
			},
		}),
	],
	'flat JSON': ['application/json', JSON.stringify({ message: SAID, details, error: SAID })],
	'an HTML page': ['text/html', `<!doctype html><html><body>${SAID}</body></html>`],
	'the XML of a storage': [
		'application/xml',
		`<Error><Code>${SAID}</Code><Message>${SAID}</Message></Error>`,
	],
	text: ['text/plain', SAID],
};

type Refusal = [status: number, body: string];

const REFUSALS: Refusal[] = [
	[400, 'an error'],
	[400, 'a known error'],
	[400, 'a long error'],
	[400, 'flat JSON'],
	[401, 'an error'],
	[403, 'the XML of a storage'],
	[404, 'flat JSON'],
	[409, 'an error'],
	[422, 'text'],
	[429, 'an error'],
	[500, 'an error'],
	[502, 'an HTML page'],
	[302, 'text'],
	[200, 'text'],
	[200, 'an HTML page'],
];

/** Headers hold no line break and nothing beyond Latin letters. */
const ON_ONE_LINE = SAID.replaceAll('\n', ' ');

const refusal =
	([status, name]: Refusal, service: RecordedService): Strike =>
	(_request, response: ServerResponse) => {
		const [type, body] = BODIES[name];
		response.writeHead(status, ON_ONE_LINE, {
			'content-type': type,
			'retry-after': ON_ONE_LINE,
			'www-authenticate': ON_ONE_LINE,
			'x-echo': ON_ONE_LINE,
			location: `${service.origin.replace('//', '//user:pa55phrase@')}/nowhere?${QUERY}`,
		});
		response.end(body);
	};

let log: unknown[][] = [];

beforeAll(async () => {
	// What is refused is not tried again, and the next one need not wait.
	jest.replaceProperty(DEFAULT_RETRY, 'baseDelayMs', 1);
	jest.replaceProperty(DEFAULT_RETRY, 'maxTotalMs', 0);
	jest.spyOn(Controller.prototype, 'rejected').mockReturnValue();
	const write = (...line: unknown[]) => void log.push(line);
	const logger = { error: write, warn: write, info: write, debug: write, scoped: () => logger };
	LoggerProxy.init(logger as never);
	Container.set(Logger, logger as never);
});
beforeEach(() => (log = []));

/** All that a person, an error workflow or a log would see of it: also causes, stacks and hidden properties. */
function found(...shown: unknown[]): string[] {
	const text = [...shown, log]
		.map((each) =>
			inspect(each, {
				depth: Infinity,
				showHidden: true,
				breakLength: Infinity,
				maxStringLength: Infinity,
			}),
		)
		.join('\n');
	const plain = [text, text.replaceAll('\\\\', '\\').replaceAll("\\'", "'")];
	return FORBIDDEN.filter((secret) => plain.some((each) => each.includes(secret)));
}

const credential = ({ baseUrl }: RecordedService) =>
	credentialData(baseUrl, KEY, { webhookSecret: SECRET, previousWebhookSecret: PREVIOUS });

let turns = 0;

test.each(REQUESTS)(
	'%s shows no secret that a refusal of %s repeats',
	async (_operation, struck, { calls, run: { parameters, items }, ways }) => {
		const leaks: string[] = [];
		const service = await recordedService();
		for (const each of REFUSALS) {
			service.play(calls, struck, refusal(each, service));
			// Every refusal of a request is met in one way, and over the requests in every way.
			const way = ways[(turns += 1) % ways.length];
			const options = { ...((parameters as IDataObject).options as object), retrySeconds: 0 };
			const result = await runNode({
				items,
				parameters: { ...parameters, options },
				credential: credential(service),
				executionId: `secrets ${turns}`,
				...way,
			});
			const secrets = found(result.run, result.items, result.errorItems, result.error);
			if (secrets.length > 0) leaks.push(`${each.join(' ')} ${inspect(way)}: ${secrets[0]}`);
			log = [];
		}
		await service.close();
		expect(leaks).toEqual([]);
	},
);

/** Calls `act` for every refusal at the same time, each with a service of its own. */
async function atOnce(act: (service: RecordedService, each: Refusal) => Promise<unknown[]>) {
	const shown = REFUSALS.map(async (each) => {
		const own = await recordedService();
		const seen = await act(own, each).finally(own.close);
		return found(...seen).map((secret) => `${each.join(' ')}: ${secret}`);
	});
	return (await Promise.all(shown)).flat();
}

test('the webhook trigger shows no secret that a refusal repeats', async () => {
	const parameters = { events: ['signed'], verification: 'none', options: { downloadFiles: true } };
	const leaks = await atOnce(async (own, each) => {
		const setup = { parameters, credential: credential(own) };
		const host = await webhookHost(setup);
		const event = { event: 'contract.signed', contractId: SIGNED.id };
		for (const struck of [CONTRACT, FILES].map(shapeOf)) {
			own.play([CONTRACT, FILES], struck, refusal(each, own));
			await host.deliver(event);
		}
		own.play([], ANY, refusal(each, own));
		const refused = await publish(setup).catch((error: unknown) => error);
		await host.close();
		expect(host.answers).toHaveLength(2);
		return [host.answers, host.executions, refused];
	});
	expect(leaks).toEqual([]);
});

test('the polling trigger shows no secret that a refusal repeats, and stores none', async () => {
	const leaks = await atOnce(async (own, each) => {
		const baseUrl = own.baseUrl.replace('//', '//user:pa55phrase@');
		const setup = {
			parameters: { events: ['created'] },
			credential: credential({ ...own, baseUrl }),
		};
		const host = pollHost({ ...setup, budgetMs: 2_000 });
		const shown: unknown[] = [];
		const poll = async (work: () => Promise<unknown>) =>
			shown.push(await work().catch((error: unknown) => error));
		own.play([ORGANIZATION, LIST]);
		await host.tick();
		own.play([ORGANIZATION, LIST], shapeOf(LIST), refusal(each, own));
		for (let tick = 0; tick < 4; tick++) await poll(host.tick);
		await poll(host.sample);
		// n8n stores what a trigger knows when it is unpublished, too.
		host.republish();
		expect(JSON.stringify(host.stored())).toContain(SIGNED.id.slice(-36));
		return [...shown, host.executions, host.stored()];
	});
	expect(leaks).toEqual([]);
});

test.each(ASKED)('%s shows no secret that a refusal repeats', async (method) => {
	for (const each of REFUSALS) {
		const service = await recordedService();
		service.play([], ANY, refusal(each, service));
		const setup = { credential: credential(service), parameters: CHOSEN };
		const shown = await askEditor(setup, method).catch((error: unknown) => error);
		await service.close();
		expect(found(shown)).toEqual([]);
	}
});
