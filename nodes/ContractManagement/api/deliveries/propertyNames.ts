/** What properties of a delivery are called ("What payloads are understood" in docs/triggers.md), as `plainKey` reduces it. */

/** Objects whose `id` is the id of what the event is about; such an id is called HELD_ID. */
export const HOLDERS = ['data', 'payload', 'resource', 'object', 'entity', 'record'];
export const HELD_ID = 'held id';

/** Properties that tell something. */
export const KEYS = {
	contract: ['contractid', 'contractuuid', 'contract'],
	counterparty: ['counterpartyid', 'counterpartyuuid', 'counterparty'],
	resource: ['resourceid', 'objectid', 'entityid', 'recordid', HELD_ID],
	/** Of a CloudEvent, whose properties may come as headers: an id, or an address that ends with one. */
	address: ['subject', 'cesubject', 'source', 'cesource'],
	id: ['id'],
	status: ['status', 'newstatus', 'tostatus', 'to'],
	previousStatus: ['previousstatus', 'oldstatus', 'fromstatus', 'from', 'previous'],
	/** Of the event itself: where its body is the record, the time of its version comes before that of its creation. */
	at: ['updatedat', 'occurredat', 'createdat', 'eventtime', 'timestamp', 'time', 'cetime'],
};

/** Properties that hold an id, and what may stand before it. */
export const IDS = {
	keys: [KEYS.contract, KEYS.counterparty, KEYS.resource, KEYS.address].flat(),
	address: /^(?:.*\/)?(?:contracts|counterparties)\//i,
};

/** Objects that tell how the record was before, and those that tell of somebody else. */
export const BEFORE = /^(?:before|from|old|previous|prior)/;
export const SOMEBODY =
	/(?:actor|approver|author|member|owner|part(?:y|ies)|recipient|signator(?:y|ies)|signee|signer|user)s?$/;

/** Properties that may list several events of one delivery. */
export const LISTS = ['events', 'data', 'items', 'deliveries', 'payload'];

export const NAME_HEADERS = [
	'x-webhook-event',
	'x-event-type',
	'x-event-name',
	'x-event',
	'ce-type',
];

/** Names of the event. */
export const NAMES = {
	keys: ['event', 'eventtype', 'eventname', 'topic', 'type', 'action', 'name', 'kind'],
	/** At the top, or in one of these; a contract's own type and name are something else. */
	holders: ['', 'event', 'data', 'meta', 'metadata', 'notification', 'payload'],
	/** These may be the contract itself, with a name and a type of its own. */
	recordHolders: ['data', 'payload'],
	recordKeys: ['type', 'name', 'kind'],
};
