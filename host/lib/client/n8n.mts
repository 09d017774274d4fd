import { credentials } from './credentials.mts';
import { editor } from './editor.mts';
import { executions } from './executions.mts';
import { packages } from './packages.mts';
import { Session, type Owner } from './session.mts';
import { workflows } from './workflows.mts';

/** Everything that can be asked of a running n8n. */
export type N8nClient = ReturnType<typeof driver>;

/**
 * Logs in to a running n8n, creating its owner where there is none yet, and answers with a driver of the REST interface
 * that its editor uses. Whatever n8n refuses is thrown as N8nRequestError.
 */
export async function connect(url: string, owner: Owner): Promise<N8nClient> {
	const session = new Session(url);
	await session.enter(owner);
	return driver(session);
}

function driver(session: Session) {
	return {
		url: session.url,
		/** Any request that has no method here. */
		rest: session.rest.bind(session),
		/** What a browser gets from any address of this n8n. */
		page: async (path: string) => (await session.raw('GET', path)).body as unknown,
		...packages(session),
		...credentials(session),
		...workflows(session),
		...executions(session),
		...editor(session),
	};
}
