import type { Sandbox } from './sandbox.mts';

interface Pagination {
	limit: number;
	next_cursor: string | null;
	prev_cursor: string | null;
	has_next: boolean;
	has_previous: boolean;
}

export interface ListPage {
	data: Array<{ id: string } & Record<string, any>>;
	pagination: Pagination;
	links: { self: string; next: string | null; prev: string | null };
}

/** One page of a list; anything but 200 is an error. */
export async function readPage(
	sandbox: Sandbox,
	resource: string,
	parameters: URLSearchParams,
): Promise<ListPage> {
	return await readLink(sandbox, `${resource}?${parameters}`);
}

/** The pages from the first to the last, by `next_cursor`. */
export async function walkForward(
	sandbox: Sandbox,
	resource: string,
	parameters: URLSearchParams,
	betweenPages: () => Promise<unknown> = async () => undefined,
): Promise<ListPage[]> {
	const pages = [await readPage(sandbox, resource, parameters)];
	for (let cursor; (cursor = pages.at(-1)!.pagination.next_cursor) !== null; ) {
		await betweenPages();
		const after = new URLSearchParams([...parameters, ['after', cursor]]);
		pages.push(await readPage(sandbox, resource, after));
	}
	return pages;
}

/** The pages before `last`, nearest first, by `links.prev`. */
export async function walkBackward(
	sandbox: Sandbox,
	last: ListPage,
	betweenPages: () => Promise<unknown> = async () => undefined,
): Promise<ListPage[]> {
	const pages = [];
	for (let link = last.links.prev; link !== null; link = pages.at(-1)!.links.prev) {
		await betweenPages();
		pages.push(await readLink(sandbox, link));
	}
	return pages;
}

async function readLink(sandbox: Sandbox, link: string): Promise<ListPage> {
	const answer = await sandbox.api<ListPage>('GET', link);
	if (answer.status === 200) return answer.body;
	throw new Error(`GET ${link} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
