import { readFileSync } from 'node:fs';
import { ApiError, invalidParameter } from '../http/apiError.mts';
import type { Answer, Call, Query, Shape } from '../http/operation.mts';
import type { ErrorBody } from '../schemas/error.mts';
import { ENTRIES, type Entries, type Entry, type EntryId } from './entries.mts';
import { downloadAs } from './downloads.mts';
import { formAs, optionsAs, renamed, type Json } from './shapes.mts';

/** Answers as the service does of which a profile was saved: `npm run probe -- --save profile.json`. */
export class ServiceProfile {
	#given: Entries = {};

	/** Replaces it. Throws 400 for an entry or a value that there is not. */
	set(given: Entries): void {
		for (const [id, value] of Object.entries(given)) assertKnown(id, value);
		this.#given = { ...given };
	}

	given(): Entries {
		return { ...this.#given };
	}

	of(id: EntryId): string {
		return this.#given[id] ?? ENTRIES[id].plain;
	}

	/** The query parameters of a list by the names that the sandbox knows. Throws 400 for what the service does not know. */
	heard(path: string, query: Query): Query {
		const entry = FILTERS[path];
		if (!entry) return query;
		const parameter = this.of(entry);
		const isUnsorted = path === '/contracts' && this.of('contract-list-sort') === 'unsorted';
		const unknown = [...(isUnsorted ? ['sort'] : []), ...(parameter === 'name' ? [] : ['name'])];
		for (const name of unknown) {
			if (query[name] !== undefined) throw invalidParameter(name, query[name], 'is unknown');
		}
		return parameter === 'none' ? query : renamed(query, { [parameter]: 'name' });
	}

	/** The body of `POST /contracts` by the names that the sandbox knows. Throws 400 for a document that the service does not take. */
	heardBody(body: unknown): unknown {
		const property = this.of('contract-create-document');
		if (property === 'document' || typeof body !== 'object' || body === null) return body;
		if ('document' in body) {
			throw new ApiError('INVALID_BODY', 'document: is unknown', { field: 'document' });
		}
		return property === 'none' ? body : renamed(body, { [property]: 'document' });
	}

	/** The answer as the profile has it. */
	apply(answer: Answer, shape: Shape, call: Call): Answer {
		const change = SHAPES[shape];
		const isJson = answer.body !== undefined && !Buffer.isBuffer(answer.body);
		if (shape === 'signedFiles' || shape === 'currentVersion')
			return downloadAs(this, answer, shape, call);
		return change && isJson ? { ...answer, body: change(answer.body, this) } : answer;
	}

	applyToError({ error }: ErrorBody): ErrorBody {
		const names = {
			field: this.of('errors-details-field'),
			value: this.of('errors-details-value'),
			availableOptions: this.of('errors-details-options'),
		};
		return { error: { ...error, details: renamed(error.details, names) } };
	}
}

const FILTERS: Record<string, EntryId> = {
	'/contracts': 'contract-name-filter',
	'/clauses': 'clause-name-filter',
};

const SHAPES: Partial<Record<Shape, (body: Json, profile: ServiceProfile) => unknown>> = {
	creationForm: (body, profile) => formAs(profile, body),
	customObject: (body, profile) => ({
		...body,
		smart_fields: body.smart_fields.map((field: Json) => optionsAs(profile, field)),
	}),
	uploadTarget: (body, profile) =>
		renamed(body, { key: profile.of('upload-url-key'), url: profile.of('upload-url-address') }),
	contractPage: (body, profile) =>
		profile.of('contract-list-items') === 'full' ? body : { ...body, data: body.data.map(partOf) },
	contractCreated: (body, profile) => {
		const answer = profile.of('contract-create-response');
		if (answer === 'contract') return body;
		return answer === 'text' ? body.id : { id: body.id };
	},
};

function partOf({ id, name, status, createdAt, updatedAt }: Json): Json {
	return { id, name, status, createdAt, updatedAt };
}

/** Reads a profile from a file. @throws Error that names the option */
export function readProfile(file: string): Entries {
	const isOne = (value: unknown): value is Entries =>
		typeof value === 'object' && value !== null && !Array.isArray(value);
	const expected = `--profile must be a file that npm run probe -- --save FILE wrote, got "${file}"`;
	let given: unknown;
	try {
		given = JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		throw new Error(`${expected}: ${(error as Error).message}`, { cause: error });
	}
	if (!isOne(given)) throw new Error(`${expected}, which is something else`);
	try {
		new ServiceProfile().set(given);
	} catch (error) {
		throw new Error(`${expected}: ${(error as Error).message}`, { cause: error });
	}
	return given;
}

/** What an event may be called, and anything else, such as a path into a list. */
const [EVENT, NAME] = [/^(?=\S)\P{C}{1,64}$/u, /^[A-Za-z_][\w.[\]-]{0,63}$/];

function assertKnown(id: string, value: unknown): void {
	const entries: Record<string, Entry> = ENTRIES;
	const known = Object.keys(ENTRIES);
	if (!known.includes(id)) {
		throw invalidParameter(
			'profile',
			id,
			`must have entries of ${known.join(', ')}, got '${id}'`,
			known,
		);
	}
	const { values = [], isName = values.length === 0 } = entries[id]!;
	const form = id.startsWith('event-') ? EVENT : NAME;
	const isUsable = typeof value === 'string' && isName && form.test(value);
	if (isUsable || values.includes(value as string)) return;
	const possible = [...(isName ? ['any name'] : []), ...values];
	throw invalidParameter(
		'profile',
		String(value),
		`${id} must be ${possible.join(', ')}, got '${String(value)}'`,
		possible,
	);
}
