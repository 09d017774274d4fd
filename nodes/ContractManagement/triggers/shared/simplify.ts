import type { IDataObject } from 'n8n-workflow';
import type { Contract } from '../../api/types';
import type { Connection } from '../../transport/connection';
import { presentContracts, type ContractOutput } from '../../transport/contractOutput';
import type { EventItem } from './eventItem';

/** The items with their contracts in the form that the person wants; items without one as they are. */
export async function presentEvents(
	connection: Connection,
	items: EventItem[],
	output: ContractOutput,
): Promise<EventItem[]> {
	const events = items.filter(({ contract }) => contract != null);
	const contracts = events.map(({ contract }) => contract as Partial<Contract>);
	const presented = await presentContracts(connection, contracts, output);
	const byItem = new Map(events.map((item, i) => [item, presented[i]]));
	return items.map((item) =>
		byItem.has(item) ? { ...item, contract: byItem.get(item) as IDataObject } : item,
	);
}
