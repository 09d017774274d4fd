import type { INodePropertyOptions } from 'n8n-workflow';
import { createHmac } from 'node:crypto';
import type { Verification } from '../../../nodes/ContractManagement/api/deliveries/event';
import { refusalOfSignature } from '../../../nodes/ContractManagement/api/deliveries/signature';
import { refusalOf, secretsIn } from '../../../nodes/ContractManagement/api/deliveries/verify';
import {
	verification,
	verificationOptions,
} from '../../../nodes/ContractManagement/triggers/webhook/verification.fields';
import { signature } from '../../../sandbox/webhooks/signature.mts';

const SECRET = 'correct horse';
const KEY = Buffer.from('0123456789abcdef0123456789abcdef');
const NOW = 1_790_000_000_000;
const SECONDS = NOW / 1000;
const BODY = '{"event":"contract.signed","name":"Grüße 你好 \\u0041"}';

const shared: Verification = {
	verification: 'sharedSecret',
	headerName: 'X-Webhook-Secret',
	queryName: 'secret',
	signatureHeader: 'x-webhook-signature',
	signatureScheme: 'auto',
	timestampHeader: '',
	signedText: '',
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
	const refuse = rule.verification === 'hmac' ? refusalOfSignature : refusalOf;
	return refuse(rule, credential, { headers, query, rawBody }, NOW);
}

const signed = (
	text: string,
	encoding: 'base64' | 'hex' = 'hex',
	secret: Buffer | string = SECRET,
) => createHmac('sha256', secret).update(text).digest(encoding);

const hmac256 = (text: string) => createHmac('sha256', SECRET).update(text).digest();
const hmac512 = (text: string) => createHmac('sha512', SECRET).update(text).digest();

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
		...['Bearer', 'Token', 'ApiKey', 'X-Any'].map((scheme): [string, Sent] => [
			`behind ${scheme}`,
			{ headers: { authorization: `${scheme} token` }, secrets: ['token'] },
		]),
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
		['another token', { headers: { authorization: 'Token guess' } }],
		['Basic as it is', { headers: { authorization: 'Basic token' }, secrets: ['token'] }],
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
		['with another prefix', {}, of(`v0:${signed(BODY)}`)],
		['with a prefix that is a part of it', {}, of(`sig_${signed(BODY)}`)],
		['with a blank after its prefix', {}, of(`HMAC ${signed(BODY)}`)],
		['base64', {}, of(signed(BODY, 'base64'))],
		['base64 with a prefix', {}, of(`sha256-${signed(BODY, 'base64')}`)],
		['base64 for addresses', {}, of(hmac256(BODY).toString('base64url'))],
		['SHA-512', {}, of(`sha512=${hmac512(BODY).toString('hex')}`)],
		['SHA-512 in base64', {}, of(hmac512(BODY).toString('base64'))],
		['two in a rotation', {}, of(`sha256=${signed('x')},sha256=${signed(BODY)}`)],
		['two with a blank between', {}, of(`${signed(BODY, 'base64')} ${signed('x', 'base64')}`)],
		[
			'in fields',
			{},
			of(`keyId="k1", algorithm="hmac-sha256", signature="${signed(BODY, 'base64')}"`),
		],
		['in the query', { signatureHeader: 'signature' }, { query: { signature: signed(BODY) } }],
		[
			'with the previous secret',
			{},
			{ ...of(signed(BODY, 'hex', 'old')), secrets: [SECRET, 'old'] },
		],
		[
			'with the bytes of a secret that is shown in base64',
			{},
			{ ...of(signed(BODY, 'hex', KEY)), secrets: [KEY.toString('base64')] },
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
		['SHA-1', {}, of(createHmac('sha1', SECRET).update(BODY).digest('hex'))],
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

	test('a body that something on the way wrote anew is told as what it may be', () => {
		const body = JSON.stringify(JSON.parse(BODY), null, 2);
		const refusal = check(hmac, { ...of(signature(SECRET, BODY, SECONDS)), body });
		expect(refusal).toContain('the secret differs, the body was changed on the way, or the form');
	});

	test('a fresh time on an old signature is not believed', () => {
		const old = signature(SECRET, BODY, SECONDS - 900);
		expect(check(hmac, of(old.replace(/t=\d+/, `t=${SECONDS}`)))).toMatch(/does not match/);
	});

	test('a time without its signature is not believed', () => {
		expect(check(hmac, of(`t=${SECONDS}`))).toMatch(/form/);
		expect(check(hmac, of(`t=${SECONDS},v0=${signed(BODY)}`))).toMatch(/not match/);
	});

	test.each(['v0', 's0', 'sig', 'sha256'])('a signature may be called %s', (name) => {
		const sent = of(signature(SECRET, BODY, SECONDS).replace('v1=', `${name}=`).replace(',', ', '));
		expect(check(hmac, sent)).toBeUndefined();
		expect(check(hmac, { ...sent, body: `${BODY} ` })).toMatch(/not match/);
	});

	test('semicolons separate as well', () => {
		const sent = of(signature(SECRET, BODY, SECONDS).replace(',', ';'));
		expect(check(hmac, sent)).toBeUndefined();
	});

	test('one of several signatures is enough, while the sender replaces its secret', () => {
		const both = `${signature('other', BODY, SECONDS)},${signature(SECRET, BODY, SECONDS).split(',')[1]}`;
		expect(check(hmac, of(both))).toBeUndefined();
	});
});

describe('a time in a header of its own', () => {
	const rule = { ...hmac, signatureHeader: 'x-sig' };
	const sent = (text: string, time: number | string = SECONDS, name = 'x-sent-timestamp') => ({
		headers: { 'x-sig': signed(text), [name]: String(time) },
	});

	test('is found, also where it is not signed', () => {
		expect(check(rule, sent(`${SECONDS}.${BODY}`))).toBeUndefined();
		expect(check(rule, sent(BODY))).toBeUndefined();
		expect(check(rule, sent(BODY, 1))).toBeUndefined();
		expect(check(rule, sent(`1.${BODY}`, 1))).toMatch(/s are tolerated/);
		expect(check(rule, sent(`${SECONDS - 900}.${BODY}`))).toMatch(/not match/);
		const v0 = { 'x-sig': `v0=${signed(`v0:${SECONDS}:${BODY}`)}`, 'x-timestamp': `${SECONDS}` };
		expect(check(rule, { headers: v0 })).toBeUndefined();
		expect(check(rule, { headers: { ...v0, 'x-timestamp': `${SECONDS + 1}` } })).toMatch(
			/not match/,
		);
	});

	const MADE: Array<[string, string | number, string]> = [
		['{timestamp}.{body}', SECONDS, `${SECONDS}.${BODY}`],
		['v0:{timestamp}:{body}', SECONDS, `v0:${SECONDS}:${BODY}`],
		['{timestamp}{body}', SECONDS, `${SECONDS}${BODY}`],
		['{body}{timestamp}', SECONDS * 1000, `${BODY}${SECONDS}000`],
		['{timestamp}|{body}|{x-sent-id}', '2026-09-21T14:13:20Z', `2026-09-21T14:13:20Z|${BODY}|d-1`],
		['{body}{x-sent-id}', SECONDS, `${BODY}d-1`],
	];
	test.each(MADE)('is signed as Signed Text says: %s', (signedText, time, text) => {
		const own = { ...rule, signedText, timestampHeader: 'X-Sent-At' };
		const { headers } = sent(text, time, 'x-sent-at');
		const all = { ...headers, 'x-sent-id': 'd-1' };
		expect(check(own, { headers: all })).toBeUndefined();
		expect(check(own, { headers: { ...all, 'x-sent-id': 'd-2' }, body: `${BODY} ` })).toMatch(
			/not match.* of [^;]*\{/,
		);
		expect(check(rule, { headers: all })).toMatch(/Signed Text and Timestamp Header/);
	});

	test.each([
		['the time is missing', '{timestamp}.{body}', {}],
		['the time is none', '{timestamp}.{body}', { 'x-timestamp': 'now' }],
		['a header is missing', '{x-id}.{body}', {}],
		['a header could hold a time of its own', '{x-id}.{timestamp}.{body}', { 'x-id': 'a.1' }],
		['the body is not signed', '{timestamp}', { 'x-timestamp': `${SECONDS}` }],
	])('is not believed where %s', (_what, signedText, more) => {
		const filled = signedText
			.replace(
				/\{(x-id|timestamp)\}/g,
				(_all, name) => (more as any)[name] ?? (more as any)[`x-${name}`] ?? '',
			)
			.replace('{body}', BODY);
		const headers = { 'x-sig': signed(filled), ...more };
		expect(check({ ...rule, signedText }, { headers })).toMatch(/not match/);
	});
});

describe('a refusal', () => {
	const of = (value: string) => ({ headers: { 'x-webhook-signature': value } });

	test.each([
		['hexadecimal', signed('x'), /has 64 characters, hexadecimal/],
		['base64', signed('x', 'base64'), /has 44 characters, base64/],
		['SHA-1', `sha1=${signed('x').slice(24)}`, /has 45 characters, no HMAC/],
	])('says what was found and expected, and not the signature: %s', (_what, value, found) => {
		const refusal = check(hmac, of(value))!;
		expect(refusal).toMatch(found);
		expect(refusal).toMatch(/expected are 64 hexadecimal or 44 base64 .* of \{body\}/);
		expect(refusal).not.toContain(value.slice(5));
		expect(refusal).not.toContain(SECRET);
	});

	test('names a header that looks like a signature', () => {
		const headers = { 'x-brand-signature-256': 'secret' };
		const looks = '. x-brand-signature-256 looks like a signature: set ';
		expect(check(hmac, { headers })).toBe(
			`The header x-webhook-signature is missing${looks}Signature Header in Options`,
		);
		expect(check(shared, { headers })).toContain(`${looks}Verification to HMAC Signature`);
		const query = { 'X-Signature': 'secret' };
		expect(check(hmac, { query })).toContain('. X-Signature looks like a signature: set ');
	});
});

describe('a recorded delivery that was signed with its time', () => {
	const form = 'event=contract.signed&contract_id=1';
	const recorded = {
		timestamp: `${SECONDS}.`,
		standard: `msg_2b.${SECONDS}.`,
		uuid: `0a-1b.${SECONDS}000.`,
		versioned: `v0:${SECONDS}:`,
		joined: `${SECONDS}`,
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
		expect(secretsIn({ webhookSecret })).toEqual([]);
		expect(secretsIn({ webhookSecret, previousWebhookSecret: 'old' })).toEqual(['old']);
	},
);

test.each(['', ' ', '\t\n', '\u00A0', '\u200B', '\uFEFF', '\u0000', null, undefined])(
	'the secret %j is empty',
	(webhookSecret) => {
		const data = { webhookSecret, previousWebhookSecret: webhookSecret };
		expect(secretsIn(data)).toEqual([]);
	},
);

describe('Standard Webhooks', () => {
	const rule: Verification = {
		...hmac,
		signatureScheme: 'standardWebhooks',
		signatureHeader: 'webhook-signature',
	};
	const secrets = [`whsec_${KEY.toString('base64')}`];
	const headers = (seconds: number, id = 'msg_1') => ({
		'webhook-id': id,
		'webhook-timestamp': String(seconds),
		'webhook-signature': `v1a,ignored v1,${signed(`${id}.${seconds}.${BODY}`, 'base64', KEY)}`,
	});

	test('is believed with its key', () => {
		const auto = { ...rule, signatureScheme: 'auto' };
		expect(check(auto, { headers: headers(SECONDS), secrets })).toBeUndefined();
		expect(check(auto, { headers: headers(SECONDS - 400), secrets })).toMatch(/tolerated/);
		expect(check(rule, { headers: headers(SECONDS), secrets })).toBeUndefined();
	});

	test.each([
		['with its version', `v1,whsec_${KEY.toString('base64')}`, KEY],
		['without its prefix', KEY.toString('base64'), KEY],
		['short, with its prefix', `whsec_${KEY.toString('base64').slice(0, 20)}`, KEY.subarray(0, 15)],
		['as a whole', 'whsec_0123456789abcdef', 'whsec_0123456789abcdef'],
	])('is believed where the sender takes the secret %s', (_how, secret, taken) => {
		const mac = signed(`msg_1.${SECONDS}.${BODY}`, 'base64', taken);
		const sent = { ...headers(SECONDS), 'webhook-signature': `v1,${mac}` };
		expect(check(rule, { headers: sent, secrets: [secret] })).toBeUndefined();
		expect(check(rule, { headers: sent, secrets: [`x${secret}`] })).toMatch(/does not match/);
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
			'webhook-signature': `v1,${signed(`${start}.${SECONDS}.${body}`, 'base64', KEY)}`,
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
	const { options: schemes } = verificationOptions.signatureScheme;
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
