import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A service whose every list has `total` small records, as fast as HTTP allows: for tests of size, where the sandbox
 * would spend most of the time on its data.
 */
export async function startEndlessList(total: number) {
	let requests = 0;
	const server: Server = createServer((request, response) => {
		requests += 1;
		const url = new URL(request.url ?? '/', 'http://localhost');
		const from = Number(url.searchParams.get('after') ?? 0);
		const to = Math.min(from + Number(url.searchParams.get('limit') ?? 20), total);
		// The newest ones are those with the highest number, unless the oldest are asked for first.
		const isAscending = url.searchParams.get('sort')?.startsWith('-') === false;
		const numberOf = (i: number) => (isAscending ? from + i : total - 1 - from - i);
		const data = Array.from({ length: to - from }, (_, i) => record(numberOf(i)));
		response.setHeader('content-type', 'application/json');
		response.end(
			JSON.stringify({ data, pagination: { has_next: to < total, next_cursor: String(to) } }),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}/v2`,
		requests: () => requests,
		stop: () => new Promise((resolve) => server.close(resolve)),
	};
}

function record(n: number) {
	const uuid = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
	const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
	return {
		id: `contract_${uuid}`,
		name: `Contract ${n}`,
		status: 'draft',
		fields: [],
		createdAt: at,
		updatedAt: at,
	};
}
