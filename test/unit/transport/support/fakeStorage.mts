import { Readable } from 'node:stream';
import type { IBinaryData, IHttpRequestOptions } from 'n8n-workflow';
import type { Connection } from '../../../../nodes/ContractManagement/transport/connection';
import { fakeConnection, type Answer, type Sent } from './fakeService.mts';

/** A call of a signed URL, with the bytes that were sent. */
export interface Transfer {
	method: string;
	url: string;
	headers: Record<string, string>;
	bytes: string;
	options: IHttpRequestOptions;
}

type Reply = {
	status?: number;
	headers?: Record<string, string>;
	body?: Buffer | Readable | string;
};

/** A service that hands out signed URLs, and a storage behind them; both answer by a function. */
export function fakeStorage(
	store: (transfer: Transfer, number: number) => Error | Promise<Reply> | Reply,
	answer: (sent: Sent) => Answer = () => ({ body: {} }),
	more: Partial<Connection> = {},
) {
	const { connection, sent } = fakeConnection(answer, more);
	const transfers: Transfer[] = [];
	Object.assign(connection.context.helpers, {
		async httpRequest(options: IHttpRequestOptions) {
			const { method = 'GET', url, headers = {}, body } = options;
			const bytes =
				body === undefined ? '' : (await bytesOf((body as Blob).stream() as never)).toString();
			const transfer = { method, url, headers: headers as Transfer['headers'], bytes, options };
			transfers.push(transfer);
			const reply = await store(transfer, transfers.length);
			if (reply instanceof Error) throw reply;
			return {
				statusCode: reply.status ?? 200,
				headers: reply.headers ?? {},
				body: reply.body instanceof Readable ? reply.body : streamOf(reply.body ?? ''),
			};
		},
		binaryToBuffer: bytesOf,
		async prepareBinaryData(body: Readable, fileName: string, mimeType: string) {
			const bytes = await bytesOf(body);
			return { data: bytes.toString(), fileName, mimeType, bytes: bytes.length } as IBinaryData;
		},
	});
	return { connection, sent, transfers };
}

/** A body as it arrives from the network. */
export function streamOf(body: Buffer | string): Readable {
	return Readable.from([Buffer.from(body)]);
}

export async function bytesOf(body: Buffer | Readable): Promise<Buffer> {
	if (Buffer.isBuffer(body)) return body;
	const chunks: Buffer[] = [];
	for await (const chunk of body) chunks.push(Buffer.from(chunk as string));
	return Buffer.concat(chunks);
}

/** A network failure as axios throws it. */
export function failure(code: string | undefined, message = code ?? 'failed'): Error {
	return Object.assign(new Error(message), code && { code });
}
