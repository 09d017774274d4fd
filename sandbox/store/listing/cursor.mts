import { createHmac } from 'node:crypto';
import { ApiError } from '../../http/apiError.mts';
import type { Value } from '../database.mts';

/** A place in a list: the sort keys of a row. Stable under inserts, as it names no number of rows. */
export interface Position {
	/** The list and its order; a cursor of another one is refused. */
	list: string;
	values: Value[];
	/** Whether the row at the position itself belongs to the page that the cursor asks for. */
	inclusive: boolean;
}

/** Turns positions into opaque texts and back. Signed, so that a broken or invented cursor is noticed. */
export class CursorCodec {
	readonly #secret: string;

	constructor(secret: string) {
		this.#secret = secret;
	}

	encode({ list, values, inclusive }: Position): string {
		const payload = JSON.stringify([list, values, Number(inclusive)]);
		return Buffer.from(this.#checksum(payload) + payload, 'utf8').toString('base64url');
	}

	decode(parameter: string, cursor: string, list: string): Position {
		const text = Buffer.from(cursor, 'base64url').toString('utf8');
		const payload = text.slice(CHECKSUM_LENGTH);
		if (text.slice(0, CHECKSUM_LENGTH) !== this.#checksum(payload)) throw broken(parameter, cursor);
		const [cursorList, values, inclusive] = JSON.parse(payload) as [string, Value[], number];
		if (cursorList !== list) throw broken(parameter, cursor);
		return { list, values, inclusive: inclusive === 1 };
	}

	#checksum(payload: string): string {
		return createHmac('sha256', this.#secret)
			.update(payload)
			.digest('hex')
			.slice(0, CHECKSUM_LENGTH);
	}
}

const CHECKSUM_LENGTH = 12;

function broken(field: string, value: string): ApiError {
	return new ApiError('INVALID_CURSOR', `'${field}' is no cursor of this list and sort`, {
		field,
		value,
	});
}
