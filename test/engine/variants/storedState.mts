import type { Sandbox } from '../../support/sandbox.mts';

/** Everything that operations can change in a sandbox, in an order of its own. */
export async function storedState({ control, api }: Sandbox): Promise<unknown> {
	const contracts = await control.contracts();
	const { customObjects, members } = await control.fixtures();
	const records = [];
	// What the seed has is not written to: operations write to the contracts that their fixtures made, which come last.
	for (const { id } of await control.contracts({ last: 8 })) {
		for (const table of customObjects) {
			const { body } = await api('GET', `/custom-objects/${table.id}/contract/${id}/records`);
			records.push(...body.records.map(({ fields }: any) => ({ id, table: table.id, fields })));
		}
	}
	const uploads = await control.uploads();
	return {
		contracts: contracts.map(({ events: _events, ...contract }: any) => contract),
		counterparties: await everyCounterparty(api),
		members,
		records,
		uploads: uploads.map(({ name, contentType, sha256 }) => ({ name, contentType, sha256 })),
	};
}

async function everyCounterparty(api: Sandbox['api']): Promise<unknown[]> {
	const all: unknown[] = [];
	for (let after = ''; ; ) {
		const { body } = await api('GET', `/counterparties?limit=50${after && `&after=${after}`}`);
		all.push(...body.data);
		if (!body.pagination.has_next) return all;
		after = encodeURIComponent(body.pagination.next_cursor);
	}
}
