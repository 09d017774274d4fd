import type { INodeExecutionData } from 'n8n-workflow';
import type { Sandbox } from '../../support/sandbox.mts';
import type { Call, CaseRun } from './case.mts';

/** What the sandbox was asked, in the form of calls. */
export async function askedOf(sandbox: Sandbox): Promise<string[]> {
	const requests = await sandbox.control.requests();
	return requests.map(({ method, path, query }) => line(method, path, query)).sort();
}

/** The same for what was expected. */
export function expectedOf(calls: Call[]): string[] {
	return calls
		.map(({ method, path, origin, query = {} }) =>
			line(method, origin === undefined ? `/v2${path}` : path, query),
		)
		.sort();
}

function line(method: string, path: string, query: Record<string, string | string[]>): string {
	// Signed URLs are made up by the service, one for every file.
	const storage = /^\/storage\/[\w-]+/.exec(path);
	if (storage) return `${method} ${storage[0]}`;
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		[value].flat().map((one) => `${name}=${one}`),
	);
	return `${method} ${decodeURIComponent(path)}?${pairs.sort().join('&')}`;
}

/** The output items that the case expects, each linked to the input item that it comes from. */
export function expectedItems({ outputs }: CaseRun) {
	return outputs.flatMap((jsons, item) => jsons.map((json) => ({ json, pairedItem: { item } })));
}

/** The items without their binary data. */
export function jsonOf(items: INodeExecutionData[]) {
	return items.map(({ json, pairedItem }) => ({ json, pairedItem }));
}
