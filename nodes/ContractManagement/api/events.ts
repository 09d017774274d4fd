/**
 * The one catalogue of events ("Events"): what the triggers offer and emit.
 * The service's own identifiers are not shown; `identifiers` lists the words that are read as each event.
 */

/** The events that a workflow can start on. */
export type ContractEvent = 'created' | 'signed' | 'statusChanged' | 'updated';

/** Events of counterparties, which only polling can see. */
export type CounterpartyEvent = 'counterpartyCreated' | 'counterpartyUpdated';

export interface EventDefinition {
	/** Value of the trigger's `events` parameter and of `event` in its output. */
	value: ContractEvent | CounterpartyEvent;
	/** What the editor shows. */
	label: string;
	description: string;
	/** Payload identifiers, reduced by `eventIdentifier`. The first one is what the sandbox sends. */
	identifiers: string[];
}

/** Events that the service delivers by webhook. */
export const WEBHOOK_EVENTS: readonly EventDefinition[] = [
	{
		value: 'created',
		label: 'Contract Created',
		description: 'A contract was created',
		identifiers: ['contractcreated', 'contractcreate', 'created'],
	},
	{
		value: 'signed',
		label: 'Contract Signed',
		description: 'All parties signed a contract, or it was marked as signed',
		identifiers: ['contractsigned', 'contractsign', 'signed', 'contractcompleted'],
	},
	{
		value: 'statusChanged',
		label: 'Contract Status Changed',
		description: 'A contract moved to another status',
		identifiers: [
			'contractstatuschanged',
			'contractstatuschange',
			'contractstatusupdated',
			'statuschanged',
			'statuschange',
		],
	},
];

/** Reduces an event name to letters, so that `contract.status_changed` and `ContractStatusChanged` are the same. */
export function eventIdentifier(name: string): string {
	return name.toLowerCase().replace(/[^a-z]/g, '');
}
