import fc, { type Arbitrary } from 'fast-check';
import { junk, nastyText, toJson } from './junk.mts';
import { mutated } from './mutation.mts';
import {
	valueOf,
	type ApiOperation,
	type Known,
	type OpenApi,
	type Parameter,
} from './openApiArbitrary.mts';
import { KEYS } from './sandbox.mts';

/** One request as it goes over the wire. */
export interface GeneratedRequest {
	method: string;
	/** Percent-encoded, with the query. */
	path: string;
	headers: Record<string, string>;
	body?: string;
	/** The pattern of the OpenAPI document that the path was made from. */
	route?: string;
}

const BROKENNESS = [0, 0, 0.05, 0.3];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** Requests to the operations of the document, valid, slightly and badly broken, and to routes that do not exist. */
export function requests(
	api: OpenApi,
	known: Known,
	basePath: string,
): Arbitrary<GeneratedRequest> {
	const described = Object.entries(api.paths).flatMap(([route, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ route, method, operation })),
	);
	const toKnown = fc
		.tuple(fc.constantFrom(...described), fc.constantFrom(...BROKENNESS))
		.chain(([target, brokenness]) => toOperation(target, known, brokenness, basePath));
	return fc.oneof(
		{ weight: 16, arbitrary: toKnown },
		{ weight: 2, arbitrary: withOddHeaders(toKnown) },
		{ weight: 2, arbitrary: toNowhere(Object.keys(api.paths), basePath) },
		{ weight: 1, arbitrary: toSignedUrl(known) },
	);
}

function toOperation(
	target: { route: string; method: string; operation: ApiOperation },
	known: Known,
	brokenness: number,
	basePath: string,
): Arbitrary<GeneratedRequest> {
	const { route, method, operation } = target;
	const parameters = operation.parameters ?? [];
	return fc
		.record({
			path: pathOf(route, known, brokenness),
			query: queryOf(
				parameters.filter((parameter) => parameter.in === 'query'),
				known,
				brokenness,
			),
			key: keyOf(brokenness),
			body: bodyOf(target, known, brokenness),
		})
		.map(({ path, query, key, body }) => ({
			method: method.toUpperCase(),
			path: `${basePath}${path}${query}`,
			headers: {
				...(key === undefined ? {} : { 'x-api-key': key }),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body,
			route,
		}));
}

/** One that the service takes, mutated, or one made from the schema. */
function bodyOf(
	{ route, method, operation }: { route: string; method: string; operation: ApiOperation },
	known: Known,
	brokenness: number,
): Arbitrary<string | undefined> {
	const schema = operation.requestBody && Object.values(operation.requestBody.content)[0]?.schema;
	if (!schema) return fc.constant(undefined);
	const made = valueOf(schema, known, brokenness).map(toJson);
	const examples = known.bodies[`${method.toUpperCase()} ${route}`];
	if (!examples) return made;
	const close = fc.constantFrom(...examples).chain(brokenness === 0 ? fc.constant : mutated);
	return fc.oneof({ weight: 2, arbitrary: close.map(toJson) }, { weight: 1, arbitrary: made });
}

function pathOf(route: string, known: Known, brokenness: number): Arbitrary<string> {
	const segments = route.split('/').map((segment, index, all) => {
		if (!segment.startsWith('{')) return fc.constant(segment);
		return idIn(all[index - 1]!, known, brokenness);
	});
	return fc.tuple(...segments).map((parts) => parts.join('/'));
}

function idIn(collection: string, known: Known, brokenness: number): Arbitrary<string> {
	const weight = Math.round(brokenness * 25);
	return fc.oneof(
		{ weight: 90, arbitrary: fc.constantFrom(...(known.ids[collection] ?? known.uuids)) },
		{ weight: 5, arbitrary: fc.constantFrom(...known.uuids) },
		{ weight, arbitrary: nastyText().map(encoded) },
		{ weight, arbitrary: nastyText().map(sendable) },
	);
}

function queryOf(parameters: Parameter[], known: Known, brokenness: number): Arbitrary<string> {
	const names = parameters.map((parameter) => parameter.name);
	const name =
		names.length === 0
			? nastyText()
			: fc.oneof(
					{ weight: 9, arbitrary: fc.constantFrom(...names) },
					{ weight: 1, arbitrary: nastyText() },
				);
	const values = fc.oneof(
		{ weight: 4, arbitrary: plausible(known) },
		{ weight: Math.ceil(brokenness * 10), arbitrary: nastyText() },
	);
	const maxLength = names.length > 0 || brokenness > 0.1 ? 4 : 0;
	return fc
		.array(fc.tuple(name, values), { maxLength })
		.map((pairs) =>
			pairs.length > 0
				? `?${pairs.map(([key, value]) => `${encoded(key)}=${encoded(value)}`).join('&')}`
				: '',
		);
}

function plausible(known: Known): Arbitrary<string> {
	const operator = fc.constantFrom('', '', 'in:', 'gte:', 'lte:', 'ne:');
	const value = fc.oneof(
		fc.constantFrom('active', 'archived', 'draft', 'signed', '2026-01-01', '2026-01-01T00:00:00Z'),
		fc.constantFrom(...known.uuids),
		fc.constantFrom('createdAt', '-createdAt', 'name,-id', 'status,name,id', '-updatedAt,name'),
		fc.integer({ min: -1, max: 102 }).map(String),
		fc.constantFrom(...known.cursors),
		fc.tuple(fc.constantFrom(...known.cursors), fc.nat(), fc.base64String()).map(broken),
	);
	return fc.tuple(operator, value).map((parts) => parts.join(''));
}

function broken([cursor, at, rubbish]: [string, number, string]): string {
	const place = at % cursor.length;
	return cursor.slice(0, place) + rubbish + cursor.slice(place + 1);
}

function keyOf(brokenness: number): Arbitrary<string | undefined> {
	const sound = fc.constantFrom<string>(KEYS.admin, KEYS.admin, KEYS.admin, KEYS.otherOrg);
	if (brokenness === 0) return sound;
	const odd = fc.constantFrom(undefined, '', KEYS.readonly, "' OR 1=1", 'x'.repeat(4_000));
	return fc.oneof({ weight: 9, arbitrary: sound }, { weight: 1, arbitrary: odd });
}

/** The same request with a content type, an encoding or a version that does not fit. */
function withOddHeaders(sound: Arbitrary<GeneratedRequest>): Arbitrary<GeneratedRequest> {
	const headers = fc.constantFrom<Record<string, string>>(
		{ 'content-type': 'text/plain' },
		{ 'content-type': 'application/xml' },
		{ 'content-type': 'multipart/form-data; boundary=x' },
		{ 'content-type': 'application/x-www-form-urlencoded' },
		{ 'content-type': 'application/json; charset=utf-16' },
		{ 'content-type': 'application/vnd.api+json' },
		{ 'content-type': 'application/' },
		{ 'content-type': ';;;' },
		{ 'content-encoding': 'gzip' },
		{ accept: 'text/html' },
		{ expect: '100-continue' },
		{ 'if-none-match': '*' },
		{ range: 'bytes=5-1' },
		{ 'service-version': '../../x' },
		{ cookie: 'a='.repeat(3_000) },
		{ 'x-http-method-override': 'DELETE' },
		{ 'x-forwarded-host': 'example.com' },
	);
	const body = fc.oneof(fc.constant(undefined), nastyText(), junk().map(toJson));
	return fc.tuple(sound, headers, body).map(([request, odd, replaced]) => ({
		...request,
		headers: { ...request.headers, ...odd },
		body: replaced ?? request.body,
	}));
}

function toNowhere(routes: string[], basePath: string): Arbitrary<GeneratedRequest> {
	const segments = fc.array(fc.oneof(nastyText().map(encoded), nastyText().map(sendable)), {
		maxLength: 4,
	});
	return fc
		.record({
			method: fc.constantFrom(...METHODS),
			start: fc.constantFrom('', ...routes),
			segments,
			body: fc.oneof(fc.constant(undefined), junk().map(toJson)),
			key: keyOf(0.3),
		})
		.map(({ method, start, segments: more, body, key }) => ({
			method,
			path: fitting(method, `${basePath}${[start, ...more].join('/')}`),
			headers: {
				...(key === undefined ? {} : { 'x-api-key': key }),
				'content-type': 'application/json',
			},
			body,
		}));
}

/** Uploads and downloads by a signed URL, as it was given or altered. */
function toSignedUrl(known: Known): Arbitrary<GeneratedRequest> {
	const given = fc.constantFrom(...known.signedPaths);
	const altered = fc.tuple(given, fc.nat(), nastyText()).map(broken).map(sendable);
	return fc.record({
		method: fc.constantFrom('PUT', 'GET', 'GET', 'POST', 'DELETE'),
		path: fc.oneof(given, altered).map((path) => (path.startsWith('/') ? path : `/${path}`)),
		headers: fc.constantFrom<Record<string, string>>(
			{ 'content-type': 'application/pdf' },
			{ 'content-type': 'text/plain' },
			{},
		),
		body: fc.oneof(fc.constant(undefined), nastyText()),
	});
}

/** A head that Node refuses to parse has no method yet, so its 400 has a body, which HEAD must not have. */
function fitting(method: string, path: string): string {
	return method === 'HEAD' ? path.slice(0, 2_000) : path;
}

/** Percent-encoded; a lone surrogate as the character that stands for it. */
function encoded(text: string): string {
	return encodeURIComponent(text.toWellFormed());
}

/** As it is, but for what the HTTP client refuses to send in a path. */
function sendable(text: string): string {
	return text
		.toWellFormed()
		.replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character));
}
