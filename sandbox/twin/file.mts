import { readFileSync } from 'node:fs';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Shape } from './shape.mts';

/** The version of the format. A reader refuses others. */
export const TWIN_VERSION = 1;

const ShapeSchema = Type.Recursive((This) =>
	Type.Object({
		type: Type.Array(Type.String()),
		formats: Type.Optional(Type.Array(Type.String())),
		words: Type.Optional(Type.Array(Type.String())),
		properties: Type.Optional(Type.Record(Type.String(), This)),
		optional: Type.Optional(Type.Array(Type.String())),
		items: Type.Optional(This),
		values: Type.Optional(This),
	}),
);
const AnswerShape = Type.Unsafe<Shape>(ShapeSchema);
const Named = { id: Type.String(), name: Type.Optional(Type.String()) };

/** A field of a form or of a table: its type in the service's own word. */
const Field = Type.Object({
	...Named,
	type: Type.String(),
	required: Type.Optional(Type.Boolean()),
	helpText: Type.Optional(Type.Boolean()),
	/** How many options there are, or the options themselves where names were asked for. */
	options: Type.Optional(Type.Union([Type.Integer(), Type.Array(Type.Object(Named))])),
	relatedObjectId: Type.Optional(Type.String()),
});
export type TwinField = Static<typeof Field>;

const Answer = Type.Object({
	status: Type.Integer(),
	kind: Type.Union(['empty', 'json', 'other', 'pdf', 'zip'].map((kind) => Type.Literal(kind))),
	shape: Type.Optional(AnswerShape),
});
export type TwinAnswer = Static<typeof Answer>;

/** What `npm run probe -- --save` writes and `--like` reads; docs/sandbox.md describes it. */
export const TwinFile = Type.Object({
	format: Type.Literal('contract-management-twin'),
	version: Type.Literal(TWIN_VERSION),
	savedAt: Type.String(),
	/** Read only, or with writes too. */
	withWrites: Type.Boolean(),
	/** By `METHOD /path/:id`: the answer of a request that succeeded, else the one that it always gets. */
	answers: Type.Record(Type.String(), Answer),
	/** By status: the body of refusals. */
	errors: Type.Record(Type.String(), Answer),
	/** What came of parameters and requests, by subject. */
	facts: Type.Record(
		Type.String(),
		Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
	),
	contractTypes: Type.Array(
		Type.Object({
			...Named,
			templates: Type.Array(Type.Object(Named)),
			fields: Type.Array(Field),
		}),
	),
	customObjects: Type.Array(Type.Object({ ...Named, fields: Type.Array(Field) })),
	counterpartyFields: Type.Array(Field),
	/** What was found, row by row of docs/assumptions.md. */
	findings: Type.Array(
		Type.Object({
			id: Type.String(),
			outcome: Type.String(),
			seen: Type.Optional(Type.String()),
		}),
	),
});
export type TwinFile = Static<typeof TwinFile>;

const EXPECTED = '--like must be a file that npm run probe -- --save FILE wrote';

/** @throws Error that says what is wrong with the file */
export function readTwin(path: string): TwinFile {
	let content: unknown;
	try {
		content = JSON.parse(readFileSync(path, 'utf8'));
	} catch (error) {
		throw new Error(`${EXPECTED}, got "${path}": ${(error as Error).message}`);
	}
	const { format, version } = (content ?? {}) as Partial<TwinFile>;
	if (format !== 'contract-management-twin') {
		throw new Error(`${EXPECTED}, got "${path}", which is something else`);
	}
	if (version !== TWIN_VERSION) {
		throw new Error(
			`${EXPECTED} in version ${TWIN_VERSION} of its format, got "${path}" in version ${String(version)}`,
		);
	}
	const wrong = Value.Errors(TwinFile, content).First();
	if (wrong)
		throw new Error(`${EXPECTED}, got "${path}", damaged at ${wrong.path}: ${wrong.message}`);
	return content as TwinFile;
}
