/**
 * One request to the control plane. Rejects with the sandbox's own message.
 *
 * @param {string} method
 * @param {string} path relative to `/_sandbox`
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function control(method, path, body) {
	const response = await fetch(`/_sandbox${path}`, {
		method,
		headers: body === undefined ? {} : { 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await response.text();
	const answer = text ? JSON.parse(text) : undefined;
	if (response.ok) return answer;
	throw new Error(answer?.error?.message ?? `The sandbox answered ${response.status}`);
}

/**
 * A path with its query; empty values are left out.
 *
 * @param {string} path
 * @param {Record<string, string | number | undefined | null>} parameters
 */
export function withQuery(path, parameters) {
	const given = Object.entries(parameters).filter(([, value]) => value != null && value !== '');
	const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
	return given.length > 0 ? `${path}?${query}` : path;
}
