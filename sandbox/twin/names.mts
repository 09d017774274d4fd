/** Names by which services call the same thing. The first one that an object has is meant. */
const SYNONYMS = [
	['id', 'attributeDefinitionId', 'value', 'key', 'uuid'],
	['name', 'label', 'title', 'displayName', 'fileName'],
	['fields', 'smartFields'],
	['availableOptions', 'options', 'allowed', 'choices'],
	['url', 'uploadUrl', 'signedUrl', 'downloadUrl', 'href', 'link'],
	['contentType', 'mimeType'],
	['data', 'items', 'results', 'records', 'rows', 'entries'],
	['next_cursor', 'next', 'cursor', 'after', 'nextPageToken'],
	['prev_cursor', 'previous', 'prev', 'before'],
	['has_next', 'hasMore'],
	['has_previous', 'hasPrev'],
	['limit', 'pageSize', 'perPage'],
	['errorId', 'code', 'error', 'type'],
	['message', 'detail', 'description', 'title'],
	['statusCode', 'status'],
];

/**
 * Pairs each of the names that a service uses with the one of ours that means the same: equal, equal but for case and
 * underscores, or a synonym. Each of ours is used once; names without a partner are left out.
 */
export function pairedNames(theirs: readonly string[], ours: readonly string[]) {
	const pairs = new Map<string, string>();
	const free = new Set(ours);
	const pair = (finds: (name: string) => string | undefined) => {
		for (const name of theirs) {
			const partner = pairs.has(name) ? undefined : finds(name);
			if (partner === undefined || !free.delete(partner)) continue;
			pairs.set(name, partner);
		}
	};
	pair((name) => (free.has(name) ? name : undefined));
	pair((name) => [...free].find((own) => plain(own) === plain(name)));
	pair((name) => {
		const group = SYNONYMS.find((words) => words.some((word) => plain(word) === plain(name)));
		return group && [...free].find((own) => group.some((word) => plain(word) === plain(own)));
	});
	return pairs;
}

function plain(name: string): string {
	return name.replaceAll(/[_-]/g, '').toLowerCase();
}
