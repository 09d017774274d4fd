import { Type, type Static } from '@sinclair/typebox';
import { closed, Enum, Milliseconds } from '../schemas/values.mts';
import { FAULT_KINDS } from './kinds.mts';

/** A fault as the control plane takes it. */
export const Fault = Type.Object(
	{
		route: Type.String({ description: '`POST /contracts/:id`, `/contracts` (any method) or `*`' }),
		kind: Enum(FAULT_KINDS),
		when: Type.Optional(Enum(['before', 'after'])),
		times: Type.Optional(Type.Integer({ minimum: 0, description: '0 = until cleared' })),
		skip: Type.Optional(Type.Integer({ minimum: 0 })),
		match: Type.Optional(Type.String({ description: 'A text in path and query' })),
		key: Type.Optional(Type.String({ description: 'The name of a key' })),
		status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
		errorId: Type.Optional(Type.String()),
		message: Type.Optional(Type.String()),
		details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
		body: Type.Optional(Type.Unknown()),
		headers: Type.Optional(Type.Record(Type.String(), Type.String())),
		retryAfter: Type.Optional(Type.Number({ minimum: 0 })),
		retryAfterFormat: Type.Optional(Enum(['seconds', 'date'])),
		ms: Type.Optional(Milliseconds()),
		at: Type.Optional(Enum(['start', 'body'])),
		location: Type.Optional(Type.String()),
	},
	closed,
);
export type Fault = Static<typeof Fault>;

/** Faults that spoil the real answer, so that the operation has to run first. */
const SPOILS_ANSWER: ReadonlySet<Fault['kind']> = new Set([
	'latency',
	'truncatedJson',
	'slowBody',
	'drip',
	'stall',
	'repeatedCursor',
	'wrongPageShape',
]);

/** Whether the operation is executed before the fault strikes. */
export function executesFirst(fault: Fault): boolean {
	if (SPOILS_ANSWER.has(fault.kind)) return true;
	return fault.when === 'after' || (fault.kind === 'reset' && fault.at === 'body');
}
