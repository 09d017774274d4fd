import type { INodePropertyOptions } from 'n8n-workflow';
import { createHmac } from 'node:crypto';
import type { Verification } from '../../../nodes/ContractManagement/api/deliveries/event';
import {
	hasSecretWithoutKey,
	refusalOf,
	secretsIn,
} from '../../../nodes/ContractManagement/api/deliveries/verify';
import {
	verification,
	verificationOptions,
} from '../../../nodes/ContractManagement/triggers/webhook/verification.fields';
import { signature } from '../../../sandbox/webhooks/signature.mts';

const SECRET = 'correct horse';
const NOW = 1_790_000_000_000;
const SECONDS = NOW / 1000;
const BODY = '{"event":"contract.signed","name":"Grüße 你好 \\u0041"}';

const shared: Verification = {
	verification: 'sharedSecret',
	headerName: 'X-Webhook-Secret',
	queryName: 'secret',
	signatureHeader: 'x-webhook-signature',
	signaturePrefix: 'sha256=',
	signatureEncoding: 'hex',
	signatureScheme: 'auto',
	toleranceSeconds: 300,
};
const hmac: Verification = { ...shared, verification: 'hmac' };

interface Sent {
	headers?: Record<string, string>;
	query?: Record<string, unknown>;
	body?: string | null;
	secrets?: string[];
}

function check(
	rule: Verification,
	{ headers = {}, query = {}, body = BODY, secrets = [SECRET] }: Sent,
) {
	const rawBody = body === null ? undefined : Buffer.from(body);
	const [webhookSecret, previousWebhookSecret] = secrets;
	const credential = { webhookSecret, previousWebhookSecret };
	return refusalOf(rule, credential, { headers, query, rawBody }, NOW);
}

const signed = (
	text: string,
	encoding: 'base64' | 'hex' = 'hex',
	secret: Buffer | string = SECRET,
) => createHmac('sha256', secret).update(text).digest(encoding);

describe('shared secret', () => {
	test.each<[string, Sent]>([
		['in the header', { headers: { 'x-webhook-secret': SECRET } }],
		['in the query', { query: { secret: SECRET } }],
		['with blanks around it', { headers: { 'x-webhook-secret': ` ${SECRET} ` } }],
		['the previous one', { query: { secret: 'old' }, secrets: [SECRET, 'old'] }],
		['with a plus in the URL, as it is', { query: { secret: 'a b=' }, secrets: ['a+b='] }],
		[
			'in UTF-8, as Node reads it',
			{ headers: { 'x-webhook-secret': 'schlÃ¼ssel' }, secrets: ['schlüssel'] },
		],
		['in Latin-1', { headers: { 'x-webhook-secret': 'schlüssel' }, secrets: ['schlüssel'] }],
		['doubled on the way', { headers: { 'x-webhook-secret': `${SECRET}, ${SECRET}` } }],
		['as a bearer', { headers: { authorization: 'Bearer token' }, secrets: ['token'] }],
		[
			'as the password of Basic',
			{
				headers: { authorization: `Basic ${Buffer.from(`me:${SECRET}`).toString('base64')}` },
			},
		],
		['in one of two places', { headers: { 'x-webhook-secret': 'no' }, query: { secret: SECRET } }],
	])('is believed %s', (_where, sent) => {
		expect(check(shared, sent)).toBeUndefined();
	});

	test.each<[string, Sent]>([
		['a wrong one', { headers: { 'x-webhook-secret': 'wrong' } }],
		['a part of it', { query: { secret: SECRET.slice(0, -1) } }],
		['it with more behind', { query: { secret: `${SECRET}!` } }],
		['another case', { query: { secret: SECRET.toUpperCase() } }],
		['none', {}],
		['an empty one', { headers: { 'x-webhook-secret': '' } }],
		['two that differ', { headers: { 'x-webhook-secret': `${SECRET}, other` } }],
		['another bearer', { headers: { authorization: 'Bearer guess' } }],
		['Basic without a password', { headers: { authorization: 'Basic Og==' } }],
		['an object', { query: { secret: { $ne: '' } } }],
		['an empty one where the credential has none', { query: { secret: '' }, secrets: [] }],
		['anything where the credential has none', { query: { secret: 'undefined' }, secrets: [] }],
	])('is not believed: %s', (_what, sent) => {
		expect(check(shared, sent)).toEqual(expect.any(String));
	});

	test('a refusal never repeats what was sent', () => {
		expect(check(shared, { headers: { 'x-webhook-secret': 'attempt-4711' } })).not.toContain(
			'4711',
		);
	});
});

describe('HMAC of the body', () => {
	const of = (value: string) => ({ headers: { 'x-webhook-signature': value } });

	test.each<[string, Partial<Verification>, Sent]>([
		['hexadecimal', {}, of(signed(BODY))],
		['in capitals', {}, of(signed(BODY).toUpperCase())],
		['with its prefix', {}, of(`sha256=${signed(BODY)}`)],
		['with its prefix in capitals', {}, of(`SHA256=${signed(BODY)}`)],
		['with another prefix', { signaturePrefix: 'v0:' }, of(`v0:${signed(BODY)}`)],
		['with a blank after its prefix', { signaturePrefix: 'HMAC' }, of(`HMAC ${signed(BODY)}`)],
		['base64', { signatureEncoding: 'base64' }, of(signed(BODY, 'base64'))],
		[
			'with the previous secret',
			{},
			{ ...of(signed(BODY, 'hex', 'old')), secrets: [SECRET, 'old'] },
		],
		['in another header', { signatureHeader: 'X-Sig' }, { headers: { 'x-sig': signed(BODY) } }],
		['of an empty body', {}, { ...of(signed('')), body: '' }],
	])('is believed %s', (_what, rule, sent) => {
		expect(check({ ...hmac, ...rule }, sent)).toBeUndefined();
	});

	test.each<[string, Partial<Verification>, Sent]>([
		['an altered body', {}, { ...of(signed(BODY)), body: BODY.replace('signed', 'created') }],
		[
			'the same JSON in other bytes',
			{},
			{ ...of(signed(BODY)), body: BODY.replace('\\u0041', 'A') },
		],
		['another secret', {}, of(signed(BODY, 'hex', 'other'))],
		['a shortened signature', {}, of(signed(BODY).slice(0, 62))],
		['an empty signature', {}, of('')],
		['text', {}, of('not a signature')],
		['the wrong encoding', { signatureEncoding: 'base64' }, of(signed(BODY))],
		['no header', {}, {}],
		['no bytes', {}, { ...of(signed(BODY)), body: null }],
		['a secret that is missing', {}, { ...of(signed(BODY, 'hex', '')), secrets: [] }],
		[
			'the body only where the time has to be signed',
			{ signatureScheme: 'timestamped' },
			of(signed(BODY)),
		],
	])('is not believed: %s', (_what, rule, sent) => {
		expect(check({ ...hmac, ...rule }, sent)).toEqual(expect.any(String));
	});
});

test.each(['secret', 'secret '])(
	'a secret with a blank at its end is believed where the service signs with %j',
	(secret) => {
		const headers = { 'x-webhook-signature': signed(BODY, 'hex', secret) };
		const secrets = secretsIn({ webhookSecret: 'secret ', previousWebhookSecret: ' ' });
		expect(check(hmac, { headers, secrets })).toBeUndefined();
	},
);

describe('HMAC of time and body', () => {
	const of = (value: string) => ({ headers: { 'x-webhook-signature': value } });

	test("the sandbox's signature is believed, automatically and by name", () => {
		const sent = of(signature(SECRET, BODY, SECONDS));
		expect(check(hmac, sent)).toBeUndefined();
		expect(check({ ...hmac, signatureScheme: 'timestamped' }, sent)).toBeUndefined();
	});

	test.each([SECONDS - 300, SECONDS + 300])('a signature of %d is fresh enough', (seconds) => {
		expect(check(hmac, of(signature(SECRET, BODY, seconds)))).toBeUndefined();
	});

	test('a time in milliseconds is understood', () => {
		expect(check(hmac, of(signature(SECRET, BODY, SECONDS * 1000)))).toBeUndefined();
		const old = of(signature(SECRET, BODY, (SECONDS - 301) * 1000));
		expect(check(hmac, old)).toMatch(/s are tolerated/);
	});

	test.each([SECONDS - 301, SECONDS + 301, 0])('a signature of %d is a replay', (seconds) => {
		expect(check(hmac, of(signature(SECRET, BODY, seconds)))).toMatch(/s are tolerated/);
	});

	test('a tolerance of 0 does not look at the time', () => {
		expect(check({ ...hmac, toleranceSeconds: 0 }, of(signature(SECRET, BODY, 1)))).toBeUndefined();
	});

	test('a fresh time on an old signature is not believed', () => {
		const old = signature(SECRET, BODY, SECONDS - 900);
		expect(check(hmac, of(old.replace(/t=\d+/, `t=${SECONDS}`)))).toMatch(/does not match/);
	});

	test('a time without its signature is not believed', () => {
		expect(check(hmac, of(`t=${SECONDS}`))).toMatch(/form/);
		expect(check(hmac, of(`t=${SECONDS},v0=${signed(BODY)}`))).toMatch(/form/);
	});

	test('semicolons separate as well', () => {
		const sent = of(signature(SECRET, BODY, SECONDS).replace(',', ';'));
		expect(check(hmac, sent)).toBeUndefined();
	});

	test('a refusal says what was found and expected, and not the signature', () => {
		const made = signed(BODY, 'base64');
		const refusal = check(hmac, of(made));
		expect(refusal).toMatch(/x-webhook-signature has 44 characters, other than hexadecimal/);
		expect(refusal).toMatch(/expected is hex.$/);
		expect(refusal).not.toContain(made);
	});

	test('one of several signatures is enough, while the sender replaces its secret', () => {
		const both = `${signature('other', BODY, SECONDS)},${signature(SECRET, BODY, SECONDS).split(',')[1]}`;
		expect(check(hmac, of(both))).toBeUndefined();
	});
});

describe('a recorded delivery that was signed with its time', () => {
	const form = 'event=contract.signed&contract_id=1';
	const recorded = {
		timestamp: `${SECONDS}.`,
		standard: `msg_2b.${SECONDS}.`,
		uuid: `0a-1b.${SECONDS}000.`,
	};

	test.each(Object.entries(recorded))(
		'is not believed as a plain signature of time and body: %s',
		(_scheme, start) => {
			for (const body of [BODY, form]) {
				const text = start + body;
				const headers = { 'x-webhook-signature': signed(text) };
				expect(check(hmac, { headers, body: text })).toMatch(/form/);
				expect(
					check({ ...hmac, signatureScheme: 'plain' }, { headers, body: text }),
				).toBeUndefined();
			}
		},
	);

	test.each([
		BODY,
		`\uFEFF \n${BODY}`,
		'[{"event":"1.2"}]',
		'{"1790000000.":1}',
		form,
		'data.0.contract_id=1790000000.5',
		'payload=%7B%7D&sent.1790000000.at=1',
		'',
	])('a body that is none is believed: %j', (body) => {
		expect(check(hmac, { headers: { 'x-webhook-signature': signed(body) }, body })).toBeUndefined();
	});
});

test('of many signatures only the first ten are tried', () => {
	const wrong = (count: number) => Array.from({ length: count }, () => `v1=${signed('x')}`);
	const right = signature(SECRET, BODY, SECONDS).split(',')[1]!;
	const header = (count: number) => `t=${SECONDS},${[...wrong(count), right].join(',')}`;
	expect(check(hmac, { headers: { 'x-webhook-signature': header(9) } })).toBeUndefined();
	expect(check(hmac, { headers: { 'x-webhook-signature': header(10) } })).toMatch(/not match/);
});

test.each(['whsec_', ' whsec_ ', 'whsec_!!!', 'whsec_A', 'whsec_ \u200B'])(
	'the secret %j has no key, and proves nothing',
	(webhookSecret) => {
		expect(hasSecretWithoutKey({ webhookSecret })).toBe(true);
		expect(hasSecretWithoutKey({ webhookSecret: 'a', previousWebhookSecret: webhookSecret })).toBe(
			true,
		);
		expect(secretsIn({ webhookSecret })).toEqual([]);
		expect(secretsIn({ webhookSecret, previousWebhookSecret: 'old' })).toEqual(['old']);
	},
);

test.each(['', ' ', '\t\n', '\u00A0', '\u200B', '\uFEFF', '\u0000', null, undefined])(
	'the secret %j is empty',
	(webhookSecret) => {
		const data = { webhookSecret, previousWebhookSecret: webhookSecret };
		expect(secretsIn(data)).toEqual([]);
		expect(hasSecretWithoutKey(data)).toBe(false);
	},
);

describe('Standard Webhooks', () => {
	const rule: Verification = {
		...hmac,
		signatureScheme: 'standardWebhooks',
		signatureHeader: 'webhook-signature',
	};
	const key = Buffer.from('0123456789abcdef0123456789abcdef');
	const secrets = [`whsec_${key.toString('base64')}`];
	const headers = (seconds: number, id = 'msg_1') => ({
		'webhook-id': id,
		'webhook-timestamp': String(seconds),
		'webhook-signature': `v1a,ignored v1,${signed(`${id}.${seconds}.${BODY}`, 'base64', key)}`,
	});

	test('is believed with its key', () => {
		expect(check(rule, { headers: headers(SECONDS), secrets })).toBeUndefined();
	});

	test.each(['svix-', 'Svix-', 'x-brand-'])(
		'is believed in headers that begin with %s',
		(brand) => {
			const sent = Object.entries(headers(SECONDS)).map(([name, value]) => {
				return [name.replace('webhook-', brand.toLowerCase()), value];
			});
			const named = { ...rule, signatureHeader: `${brand}signature` };
			expect(check(named, { headers: Object.fromEntries(sent), secrets })).toBeUndefined();
		},
	);

	test('is believed in any other header, beside webhook-id and webhook-timestamp', () => {
		const { 'webhook-signature': signature, ...others } = headers(SECONDS);
		for (const signatureHeader of ['x-webhook-signature', 'x-hub-sig']) {
			const sent = { ...others, [signatureHeader]: signature };
			expect(check({ ...rule, signatureHeader }, { headers: sent, secrets })).toBeUndefined();
		}
	});

	test('is not believed when it is late, or under another id', () => {
		expect(check(rule, { headers: headers(SECONDS - 400), secrets })).toMatch(/tolerated/);
		const moved = { ...headers(SECONDS), 'webhook-id': 'msg_2' };
		expect(check(rule, { headers: moved, secrets })).toMatch(/does not match/);
	});

	test('of a recorded delivery is not believed with a time out of its body', () => {
		const [start, body] = ['msg_1.1600000000.{"name":"x', 'payload=%7B%7D&"}'];
		const headers = {
			'webhook-id': start,
			'webhook-timestamp': String(SECONDS),
			'webhook-signature': `v1,${signed(`${start}.${SECONDS}.${body}`, 'base64', key)}`,
		};
		expect(check(rule, { headers, body, secrets })).toMatch(/form/);
	});
});

test('without verification everything is believed', () => {
	expect(check({ ...shared, verification: 'none' }, { body: null, secrets: [] })).toBeUndefined();
});

describe('the example of a header that the editor shows', () => {
	const SCHEME_RULES: Record<string, Partial<Verification>> = {
		auto: { signatureScheme: 'auto' },
		hmac: { signatureScheme: 'auto' },
		plain: { signatureScheme: 'plain' },
		standardWebhooks: { signatureScheme: 'standardWebhooks', signatureHeader: 'webhook-signature' },
		timestamped: { signatureScheme: 'timestamped' },
	};
	const { options: schemes } = verificationOptions.find(({ name }) => name === 'signatureScheme')!;
	const ways = [...schemes!, ...verification.options!] as INodePropertyOptions[];
	const examples = ways
		.filter(({ value }) => value !== 'none')
		.flatMap(({ value, description }) => {
			const [, header, forms] = /((?:x-)?webhook-[a-z]+): (.+)$/.exec(description!)!;
			return forms!
				.split(' or ')
				.map((form) => [String(value), header!, /^[^\s]*[^\s,]/.exec(form)![0]] as const);
		});

	test.each(examples)('%s: %s: %s is one that is believed', (value, header, example) => {
		const isStandard = value === 'standardWebhooks';
		const prefix = isStandard ? `m.${SECONDS}.` : example.startsWith('t=') ? `${SECONDS}.` : '';
		const filled = example
			.replace('1735689600', `${SECONDS}`)
			.replace('5257a869…', signed(prefix + BODY))
			.replace('K5oZfzN9…', signed(prefix + BODY, 'base64'))
			.replace('SECRET', SECRET);
		expect(filled).not.toContain('…');
		const ids = { 'webhook-id': 'm', 'webhook-timestamp': `${SECONDS}` };
		const headers = { ...(isStandard && ids), [header]: filled };
		const rule = value === 'sharedSecret' ? shared : { ...hmac, ...SCHEME_RULES[value] };
		expect(check(rule, { headers })).toBeUndefined();
	});

	test('every way has one', () => {
		expect(new Set(examples.map(([value]) => value)).size).toBe(ways.length - 1);
	});
});
