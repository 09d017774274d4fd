import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { openBucket, type Bucket } from './bucket.mts';
import { Refusal, xml } from './xml.mts';

/** An object storage on this machine that speaks as much of S3 as n8n's S3 node needs to upload, list and download. */
export interface StorageServer {
	port: number;
	/** What n8n's credential asks for. */
	account: typeof ACCOUNT & { endpoint: string };
	stop(): Promise<void>;
}

interface StorageOptions {
	/** The only bucket. */
	bucket: string;
	/** Called when an object is stored; its upload is answered when that is done. */
	stored?: (key: string) => Promise<void> | void;
}

const HOST = '127.0.0.1';
const ACCOUNT = {
	region: 'us-east-1',
	accessKeyId: 'sandbox',
	secretAccessKey: 'sandbox-storage-secret',
};

/** Starts it with its objects as files of a folder, where people can look at them. */
export async function startStorage(
	port: number,
	folder: string,
	{ bucket: name, stored = () => undefined }: StorageOptions,
): Promise<StorageServer> {
	const bucket = openBucket(folder, name);
	const server = createServer((request, response) => {
		answer(request, response, bucket, stored).catch((error: unknown) => refuse(response, error));
	});
	server.listen(port, HOST);
	await once(server, 'listening');
	const address = server.address();
	const actual = typeof address === 'object' && address ? address.port : port;
	return {
		port: actual,
		account: { ...ACCOUNT, endpoint: `http://${HOST}:${actual}` },
		async stop() {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}

async function answer(
	request: IncomingMessage,
	response: ServerResponse,
	bucket: Bucket,
	stored: NonNullable<StorageOptions['stored']>,
): Promise<void> {
	// Not read with URL, which would take `..` out of a key.
	const [path = '', search = ''] = request.url!.split('?');
	const [name, ...segments] = path.slice(1).split('/').map(decodeURIComponent);
	const key = segments.join('/');
	const query = new URLSearchParams(search);
	const body = await buffer(request);
	if (!request.headers.authorization?.includes(`Credential=${ACCOUNT.accessKeyId}/`)) {
		throw new Refusal(403, 'InvalidAccessKeyId', 'The access key ID is not that of this storage');
	}
	if (name !== bucket.name) {
		throw new Refusal(404, 'NoSuchBucket', `There is no bucket ${name}, only ${bucket.name}`);
	}
	const action = `${request.method} ${key ? 'object' : 'bucket'}`;
	if (action === 'GET bucket' && query.has('location')) {
		// So says S3 for its first region.
		return send(response, xml('LocationConstraint', ''));
	}
	if (action === 'GET bucket') return send(response, bucket.list(query.get('prefix') ?? ''));
	if (action === 'GET object') return send(response, bucket.read(key));
	if (action !== 'PUT object') {
		throw new Refusal(501, 'NotImplemented', `This storage does not know ${request.method} here`);
	}
	response.setHeader('etag', bucket.write(key, body, request.headers));
	await stored(key);
	send(response, '');
}

function send(response: ServerResponse, body: Buffer | string): void {
	if (typeof body === 'string') response.setHeader('content-type', 'application/xml');
	response.end(body);
}

function refuse(response: ServerResponse, error: unknown): void {
	const { status, code, message } =
		error instanceof Refusal ? error : new Refusal(500, 'InternalError', String(error));
	response.statusCode = status;
	send(response, xml('Error', xml('Code', code) + xml('Message', message)));
}
