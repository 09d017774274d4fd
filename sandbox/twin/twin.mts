import type { Answer, Call, Operation, Query } from '../http/operation.mts';
import { ApiError, answeredBy, notFound } from '../http/apiError.mts';
import { CURRENT_VERSION, versionHeader } from '../http/exchange.mts';
import type { RateLimit } from '../http/rateLimit.mts';
import { CONTRACT_PREFIX } from '../store/ids.mts';
import type { Json } from '../variants/variant.mts';
import { aligned, madeUp } from './align.mts';
import { uuidFor } from './fieldTypes.mts';
import type { TwinAnswer, TwinFile } from './file.mts';
import { heardQuery } from './requests.mts';
import { notPlayed } from './notPlayed.mts';
import type { Shape } from './shape.mts';

/** Where nothing was seen of a write: the read of the same record. */
const STANDS_FOR: Record<string, string> = {
	'POST /contracts': 'GET /contracts/:id',
	'PATCH /contracts/:id': 'GET /contracts/:id',
	'GET /contracts/:id/consolidated': 'GET /contracts/:id',
	'PATCH /counterparties/:id': 'GET /counterparties/:id',
	'PUT /custom-objects/:id/contract/:id/records': 'GET /custom-objects/:id/contract/:id/records',
};

/** How downloads are answered otherwise than with links: the variant that does it. */
const DOWNLOADS: Record<string, string> = { pdf: 'fileBody', zip: 'zipBody' };
const IS_DOWNLOAD = /\/(signed-files|current-version)$/;

/** Another service, as the probe saw it: what the sandbox answers with `--like`. */
export class Twin {
	readonly file: TwinFile;
	private readonly words: Map<string, string>;
	/** Of contract ids, where it is not the sandbox's. */
	private readonly prefix: string | undefined;

	constructor(file: TwinFile) {
		this.file = file;
		const tables = [...file.contractTypes, ...file.customObjects];
		const fields = tables.flatMap((table) => table.fields);
		const prefix = this.contractPrefix();
		if (prefix && prefix !== CONTRACT_PREFIX) this.prefix = prefix;
		this.words = new Map(fields.map(({ id, type }) => [uuidFor(id), type]));
	}

	/** What the service does and the sandbox cannot: sentences for people. */
	notPlayed(): string[] {
		return notPlayed(this.file);
	}

	/** Behaviour for which the sandbox has a variant. */
	variants(): string[] {
		const { answers, facts } = this.file;
		const target = innerOf(answers['POST /files/upload-url']?.shape);
		const chosen: Record<string, unknown> = {
			caseSensitiveNames: facts.counterpartyName?.caseSensitive,
			overlappingPages: Object.values(facts.paging ?? {}).includes('overlaps'),
			fieldsAsArrayOnly: facts.create?.fieldsAs === 'array',
			counterpartyFieldsReplace: facts.counterparties?.fieldsReplace,
			'recordsPut=replace': facts.records?.replaces,
			recordsChangedOnly: facts.records?.changedOnly,
			recordsNewestFirst: facts.records?.newestFirst,
			deprecationHeaderAbsent: facts.version?.deprecationHeader === false,
			uuidPaths: facts.contractIds?.uuidsOnly,
			uploadHeaders: target?.properties?.headers !== undefined,
		};
		return Object.keys(chosen).filter((name) => chosen[name] === true);
	}

	/** The limit of requests whose headers the service sends; where the window is not told, it is a minute. */
	rateLimit(): RateLimit | undefined {
		const { headers, requests, seconds = 60, reset } = this.file.facts.rateLimit ?? {};
		if (headers === undefined || !(Number(requests) > 0)) return undefined;
		return { headers, requests, seconds, ...(reset !== undefined && { reset }) } as RateLimit;
	}

	/** The order of `GET /contracts` where none is asked for. */
	defaultSort(path: string): string | undefined {
		const sort = String(this.file.facts.defaultOrder?.[path] ?? 'unknown');
		return sort === 'unknown' ? undefined : sort;
	}

	/** The path with the sandbox's prefix of contract ids in the place of the service's own. */
	ownPath(url: string): string {
		return this.prefix === undefined ? url : url.replace(`/${this.prefix}`, `/${CONTRACT_PREFIX}`);
	}

	/** The header of the version, as the service has it. */
	version(): { header: string; value: string; isNeeded: boolean } {
		const { value = CURRENT_VERSION, missing } = this.file.facts.version ?? {};
		const header = versionHeader({ twin: this });
		return { header, value: String(value), isNeeded: Number(missing) >= 400 };
	}

	/** What the service asks of its clients otherwise than the sandbox: sentences for people. */
	asks(): string[] {
		const { header, value, isNeeded } = this.version();
		const bare = Number(this.file.facts.contractIds?.bareUuid ?? 200);
		const prefix = this.contractPrefix() ?? CONTRACT_PREFIX;
		const sentences: Array<[boolean, string]> = [
			[isNeeded, `every request needs the header ${header}, such as ${header}: ${value}`],
			[prefix === '', 'the id of a contract is a plain UUID'],
			[prefix !== '' && prefix !== CONTRACT_PREFIX, `the id of a contract begins with ${prefix}`],
			[
				this.variants().includes('uuidPaths'),
				'paths take the id of a contract without its prefix only',
			],
			[bare >= 400, `the id of a contract without its prefix is answered ${bare}`],
		];
		return sentences.filter(([isSo]) => isSo).map(([, sentence]) => sentence);
	}

	/** What the id of a contract begins with in answers, where that was seen. */
	contractPrefix(): string | undefined {
		return prefixOf(this.file.answers['GET /contracts/:id']?.shape);
	}

	/** @throws ApiError where the service refuses what the sandbox takes */
	admit(versionHeader: string | null, deprecated: string): void {
		const { missing, deprecated: old } = this.file.facts.version ?? {};
		const status = Number(
			versionHeader === null ? missing : versionHeader === deprecated ? old : 200,
		);
		if (status < 400) return;
		const problem = versionHeader === null ? 'is missing' : `'${versionHeader}' is refused`;
		const message = `The header '${this.version().header}' ${problem}`;
		throw answeredBy(status, new ApiError('ROUTE_NOT_FOUND', message));
	}

	/** The request as the service hears it. @throws ApiError */
	heard(operation: Operation, { params, query }: Call): Query {
		const refused = operation.method !== 'GET' && this.file.answers[routeOf(operation)]?.status;
		if (refused && refused >= 400) {
			throw answeredBy(
				refused,
				new ApiError('INVALID_BODY', 'The service refused it to the probe'),
			);
		}
		const bare = Number(this.file.facts.contractIds?.bareUuid ?? 200);
		const id = operation.path.startsWith('/contracts/:id') ? params.id! : CONTRACT_PREFIX;
		if (bare >= 400 && !/^[a-z][a-z0-9]*[_-]/i.test(id)) {
			throw answeredBy(bare, notFound('CONTRACT_NOT_FOUND', id));
		}
		return operation.method === 'GET' ? heardQuery(this.file, operation.path, query) : query;
	}

	/** The answer in the service's shape; `change` applies a variant of the sandbox by its name. */
	answer(
		operation: Operation,
		answer: Answer,
		change: (variant: string, answer: Answer) => Answer,
	): Answer {
		const route = routeOf(operation);
		const known = this.file.answers[route] ?? this.standIn(route);
		if (!known) return this.wrapped(answer);
		const { status, kind, shape } = known;
		if (status >= 400) throw answeredBy(status, notFound('FILE_NOT_FOUND', 'id'));
		if (IS_DOWNLOAD.test(route)) {
			const variant = status >= 300 ? 'filesRedirect' : DOWNLOADS[kind];
			if (variant) return change(variant, answer);
			const links = linksIn(shape);
			if (links?.type.includes('array') && !links.items) answer = { ...answer, body: [] };
		}
		if (kind === 'empty') return { status, headers: answer.headers };
		if (!shape || Buffer.isBuffer(answer.body)) return answer;
		return { ...answer, status, body: aligned(this.inWords(answer.body), shape) };
	}

	/** The body of a refusal, with the status and the word that the service has for it. */
	refusal(error: ApiError): { status: number; body: Json } {
		const [status = error.status, word] = this.wordOf(error.errorId);
		const { errors } = this.file;
		const known = errors[status] ?? Object.values(errors)[0];
		const own = error.body();
		if (word) own.error.errorId = word;
		if (!known) return { status, body: own };
		if (known.kind === 'empty') return { status, body: undefined };
		return { status, body: known.shape ? aligned(own, known.shape) : own };
	}

	private wordOf(errorId: string): [status?: number, word?: string] {
		const [, status, word] =
			/^(\d+) (.*)$/.exec(String(this.file.facts.errors?.[errorId] ?? '')) ?? [];
		const missingKey = Number(this.file.facts.authentication?.missingKey);
		if (errorId === 'INVALID_API_KEY' && missingKey >= 400) return [missingKey];
		return Number(status) >= 400
			? [Number(status), /^[A-Z_]+$/.test(word!) ? word : undefined]
			: [];
	}

	private standIn(route: string): TwinAnswer | undefined {
		const known = this.file.answers[STANDS_FOR[route] ?? ''];
		return known && { ...known, status: route === 'POST /contracts' ? 201 : 200 };
	}

	/** Records of routes that nothing was seen of come in the envelope of those that were. */
	private wrapped(answer: Answer): Answer {
		const shape = this.file.answers['GET /organization']?.shape;
		const { data, ...others } = shape?.properties ?? {};
		const isRecord = typeof answer.body === 'object' && answer.body !== null;
		if (!data || !isRecord || Buffer.isBuffer(answer.body) || 'data' in (answer.body as object))
			return answer;
		const around = Object.entries(others).map(([name, inner]) => [name, madeUp(inner)]);
		return { ...answer, body: { data: answer.body, ...Object.fromEntries(around) } };
	}

	/** Types of fields in the service's words. */
	private inWords(value: Json): Json {
		if (Array.isArray(value)) return value.map((item) => this.inWords(item));
		if (typeof value !== 'object' || value === null) return value;
		const entries = Object.entries(value).map(([key, inner]) => [key, this.inWords(inner)]);
		const object = Object.fromEntries(entries);
		const word = this.words.get(object.smartFieldId ?? object.id);
		return word !== undefined && typeof object.type === 'string'
			? { ...object, type: word }
			: object;
	}
}

function routeOf({ method, path }: Operation): string {
	return `${method} ${path.replaceAll(/:\w+/g, ':id')}`;
}

function prefixOf(shape: Shape | undefined): string | undefined {
	const id = innerOf(shape)?.properties?.id;
	return id?.formats?.find((format) => format.endsWith('{uuid}'))?.slice(0, -'{uuid}'.length);
}

/** The shape of a list of links, whatever is around it. */
function linksIn(shape: Shape | undefined): Shape | undefined {
	const data = shape?.properties?.data;
	return data ? linksIn(data) : shape;
}

function innerOf(shape: Shape | undefined): Shape | undefined {
	const data = shape?.properties?.data;
	return data?.properties ? data : shape;
}
