import { NodeOperationError } from 'n8n-workflow';
import type { Connection } from '../../transport/connection';
import type { EventItem } from '../eventItem';
import { concernsMove } from '../filters';
import { readTop } from './listOrder';
import type { Kind } from './kinds';
import type { PollSettings } from './pollSettings';
import type { PolledRecord } from './scan';

/**
 * What the editor shows when a person tries the trigger: the record that changed last and that one of the events could
 * be about, as that event. Nothing is remembered.
 *
 * @throws NodeOperationError when there is none
 */
export async function sample<T extends PolledRecord>(
	{ context }: Connection,
	{ reader, item }: Kind<T>,
	settings: PollSettings,
): Promise<EventItem> {
	const { page } = await readTop(reader, undefined);
	for (const record of page.records) {
		const event = settings.events.find((candidate) => isPossible(candidate, record, settings));
		const [whole] = event === undefined ? [] : await reader.complete([record]);
		if (event !== undefined && whole) return item(event, whole, null);
	}
	throw new NodeOperationError(
		context.getNode(),
		'None of the records that changed last fits the events and filters',
		{ description: 'Change one in the service and try again, or widen the filters.' },
	);
}

function isPossible(event: string, { status }: PolledRecord, { filters }: PollSettings): boolean {
	if (event === 'signed') return status === 'signed';
	return event !== 'statusChanged' || concernsMove(filters, null, status);
}
