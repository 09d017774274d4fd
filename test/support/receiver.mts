import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface Received {
	at: number;
	headers: IncomingHttpHeaders;
	raw: string;
	body: any;
}

export interface Receiver {
	url: string;
	received: Received[];
	/** What the next deliveries are answered, in order; then `otherwise`. `hang` never answers, a promise when it is kept. */
	answers: Array<number | 'hang' | Promise<number>>;
	otherwise: number;
	/** The body of every answer. */
	says: string;
	/** Resolves when so many deliveries have arrived. */
	arrived(count: number): Promise<Received[]>;
	stop(): Promise<void>;
}

/** A webhook receiver on a free port. */
export async function startReceiver(): Promise<Receiver> {
	const received: Received[] = [];
	const waiting = new Set<() => void>();
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const raw = Buffer.concat(chunks).toString('utf8');
			received.push({ at: Date.now(), headers: request.headers, raw, body: JSON.parse(raw) });
			const answer = receiver.answers.shift() ?? receiver.otherwise;
			for (const check of waiting) check();
			if (answer === 'hang') return;
			void Promise.resolve(answer).then((status) => response.writeHead(status).end(receiver.says));
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const receiver: Receiver = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
		received,
		answers: [],
		says: '',
		otherwise: 200,
		arrived: (count) =>
			new Promise((resolve) => {
				const check = () => {
					if (received.length < count) return;
					waiting.delete(check);
					resolve(received);
				};
				waiting.add(check);
				check();
			}),
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
	return receiver;
}
