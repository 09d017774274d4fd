import type { DeliveryBody } from '../schemas/event.mts';
import { behaviour, type Json, type Variant } from './variant.mts';
import type { VariantSet } from './index.mts';

/** How deliveries look. */
export const WEBHOOK_VARIANTS: Variant[] = [
	behaviour('severalEvents', 'One delivery carries all events of a change as `{events: […]}`'),
	behaviour('otherEventNames', 'Events are named `ContractCreated`, `ContractSigned` …'),
	behaviour('upperSnakeEventNames', 'Events are named `CONTRACT_CREATED`, `CONTRACT_SIGNED` …'),
	behaviour('nestedContract', 'Deliveries are `{type, payload: {contract: {id, status}}}`'),
	behaviour('counterpartyInPayload', 'Deliveries carry a `counterpartyId` too'),
	behaviour('prefixedDeliveryIds', 'Deliveries carry the contract id with its prefix'),
];

/** One event as a delivery shows it under the active variants. */
export function eventShape(
	variants: VariantSet,
	body: DeliveryBody,
	counterpartyId?: string,
): Json {
	const event = eventName(variants, body.event);
	const contractId = variants.has('prefixedDeliveryIds')
		? `contract_${body.data.contractId}`
		: body.data.contractId;
	const extra = variants.has('counterpartyInPayload') && counterpartyId ? { counterpartyId } : {};
	if (variants.has('nestedContract')) {
		const contract = { id: contractId, status: body.data.status, ...extra };
		return { id: body.id, type: event, date: body.createdAt, payload: { contract } };
	}
	return { ...body, event, data: { ...body.data, contractId, ...extra } };
}

function eventName(variants: VariantSet, name: string): string {
	const words = name.split(/[._]/);
	if (variants.has('otherEventNames')) {
		return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
	}
	return variants.has('upperSnakeEventNames') ? words.join('_').toUpperCase() : name;
}
