import type { ExecutionSummary } from '../../host/lib/client/types.mts';
import type { N8nClient } from '../../host/lib/client/n8n.mts';

/** An n8n that was killed and started again. */
export interface KilledHost {
	n8n: N8nClient;
	/** When the n8n before this one was killed. */
	killedAt?: number;
}

/**
 * Whether it began before n8n was killed. n8n calls such executions crashed when it starts again, but for those that began
 * right before: they may be missing in its log of events, which lags behind its database, and are called running for good.
 */
export function endedWithN8n(
	{ killedAt = 0 }: Pick<KilledHost, 'killedAt'>,
	{ startedAt }: Pick<ExecutionSummary, 'startedAt'>,
): boolean {
	return startedAt !== null && Date.parse(startedAt) < killedAt;
}

/** Whether an execution that ran when n8n was killed has ended with it. */
export async function wasCutOff(host: KilledHost, id: string): Promise<boolean> {
	const one: ExecutionSummary = await host.n8n.rest('GET', `/executions/${id}`);
	return one.status === 'crashed' || (one.status === 'running' && endedWithN8n(host, one));
}
