/** What properties of a delivery are called ("What payloads are understood" in docs/triggers.md), as `plainKey` reduces it. */

const words = (text: string) => text.split(' ');

/** What the event is about, as an object, its id or its address; such an id is called HELD_ID. */
const HOLDERS = words(
	'data payload resource object entity record attributes body content detail details result',
);
export const HELD_ID = 'held id';

/** Objects around an event: their `id`, called ENVELOPE_ID, may be of the delivery, so it counts where nothing else is named. */
const ENVELOPES = words('event message meta metadata notification relationships webhook');
const ENVELOPE_ID = 'envelope id';

/** What the `id` is called, by the object that it stands in. */
export const ID_IN = new Map([
	...HOLDERS.map((name) => [name, HELD_ID] as const),
	...ENVELOPES.map((name) => [name, ENVELOPE_ID] as const),
]);

/** Properties that hold an id. */
const ID_KEYS = {
	contract: words('contractid contractuuid contract contracturl contractlink'),
	/** What services also call a contract; beside one it may be a part of it. */
	alias: words(
		'agreementid agreementuuid agreement documentid documentuuid document projectid project',
	),
	/** A contract that some other object names: that may be another one, such as the one that is amended. */
	farContract: ['far contract'],
	counterparty: words('counterpartyid counterpartyuuid counterparty'),
	resource: [...words('resourceid objectid entityid recordid'), HELD_ID],
	/** Of a CloudEvent, whose properties may come as headers: an id, or an address that ends with one. */
	address: words('subject cesubject source cesource'),
	id: ['id', ENVELOPE_ID],
};

/** Properties that tell something. */
export const KEYS = {
	...ID_KEYS,
	status: words('status newstatus tostatus to new'),
	previousStatus: words('previousstatus oldstatus fromstatus from previous old'),
	/** Of the event itself: where its body is the record, the time of its version comes before that of its creation. */
	at: words('updatedat occurredat createdat eventtime timestamp time cetime'),
};

/** Properties that hold an id, or list those of several contracts, and what may stand before one. */
export const IDS = {
	keys: Object.values(ID_KEYS).flat(),
	lists: words('contractids contractuuids contracts'),
	address: /^(?:.*\/)?(?:contracts|counterparties)\/([^/?#]+).*/i,
};

/** What other objects tell. */
export const PLACES = {
	/** Objects that only wrap what a delivery says: what stands in them is said of the event's own contract. */
	wrappers: [...HOLDERS, ...ENVELOPES, ...KEYS.contract],
	/** How the contract was before, and how it is now. A status in any other object is of something else. */
	before: /^(?:before|from|old|previous|prior)/,
	now: /^(?:after|changed?|changes|current|new|state|status|to|transition|updated?)(?:attributes|change|contract|data|state|status|values?|version)?$/,
};

/** Properties that may list several events of one delivery. */
export const LISTS = words('events data items deliveries payload');

/** Lists of changed fields, what the field is called in an entry, and its values. */
export const CHANGES = {
	lists: words('changes changed changeset changelog changedfields fieldchanges updates'),
	field: words('field fieldname property attribute key name path'),
	old: words('old oldvalue from fromvalue before previous previousvalue'),
	new: words('new newvalue to tovalue after current value'),
};

/** Headers that name the event, also with the name of a service in them. */
export const NAME_HEADER = /^(?:ce-type|x-(?:.+-)?(?:event|topic)(?:-name|-type)?)$/;
/** Those that nothing on the way, such as a queue, writes for itself. */
export const SURE_HEADER = /^(?:ce-type|x-webhook-event|x-event(?:-name|-type)?)$/;

/** Names of the event. */
export const NAMES = {
	keys: words(
		'event eventtype eventname detailtype topic type action name kind trigger subscriptiontype webhookevent triggerevent',
	),
	/** At the top, or in one of these; a contract's own type and name are something else. */
	holders: ['', ...HOLDERS, ...ENVELOPES],
	/** What is in any other than these is the event's name if it says so, or where there is none else. */
	near: ['', ...words('event data meta metadata notification payload')],
	/** These may be the contract itself, with a name and a type of its own. */
	recordHolders: ['data', 'payload'],
	recordKeys: ['type', 'name', 'kind'],
	/** What the event is about, and not what happened. */
	kinds: /^(?:contracts?|counter[\s._-]?part(?:y|ies)|web[._-]?hook(?:[._-]?event)?)$/i,
	/** Parameters of the address that name it. */
	query: words('event eventtype eventname topic trigger'),
};
