import { STATUS_CODES } from 'node:http';
import {
	ERROR_IDS,
	STATUS_NAMES,
	type ErrorBody,
	type ErrorId,
	type ErrorStatus,
} from '../schemas/error.mts';

/** An answer with the service's error body. Thrown by operations, turned into the answer in one place. */
export class ApiError extends Error {
	/** That of the errorId, unless another service has another one for it. */
	status: number;
	readonly errorId: ErrorId;
	readonly details: Record<string, unknown>;
	readonly headers: Record<string, string>;

	constructor(
		errorId: ErrorId,
		message: string,
		details: Record<string, unknown> = {},
		headers: Record<string, string> = {},
	) {
		super(message);
		this.status = ERROR_IDS[errorId].status;
		this.errorId = errorId;
		this.details = details;
		this.headers = headers;
	}

	body(): ErrorBody {
		return errorBody(this.status, this.errorId, this.message, this.details);
	}
}

/** `{error: {statusCode, errorId, message, details}}`, "Errors". */
export function errorBody(
	status: number,
	errorId: string,
	message: string,
	details: Record<string, unknown> = {},
): ErrorBody {
	const name = STATUS_NAMES[status as ErrorStatus] ?? upperSnake(STATUS_CODES[status] ?? 'ERROR');
	return { error: { statusCode: name, errorId, message, details } };
}

/** The resource named by a path or a reference is not there, or belongs to another organization. */
export function notFound(errorId: ErrorId, id: string): ApiError {
	return new ApiError(errorId, `${ERROR_IDS[errorId].meaning}: ${id}`, { id });
}

/** A parameter of the path or the query that is not allowed. */
export function invalidParameter(
	field: string,
	value: unknown,
	expectation: string,
	availableOptions?: readonly string[],
): ApiError {
	return new ApiError('INVALID_PARAMETER', `Parameter '${field}' ${expectation}`, {
		field,
		value,
		...(availableOptions ? { availableOptions } : {}),
	});
}

/** `Bad Gateway` as `BAD_GATEWAY`, for statuses that only a fault answers. */
function upperSnake(reason: string): string {
	return reason.toUpperCase().replaceAll(/[^A-Z]+/g, '_');
}
