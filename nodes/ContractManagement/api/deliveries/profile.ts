const words = (text: string) => text.split(' ');

const CONTRACT = words('contractid contractuuid contractuid contract contracturl contractlink');
/** What the event is about, as an object, its id or its address. */
const HELD = words(
	'data payload resource object entity record attributes body content detail details result',
);
/** Objects around an event: their `id` may be of the delivery, so it counts where nothing else is named. */
const ENVELOPES = words('event message meta metadata notification relationships webhook');

/** What deliveries call things ("not shown"), in lower case and with nothing but letters and digits. */
export const DELIVERIES = {
	/** What a property tells, by its name. The first of a kind that can be read counts, the outer ones before the inner ones. */
	properties: {
		contract: CONTRACT,
		/** What services also call a contract; beside one it may be a part of it. */
		alias: words(
			'agreementid agreementuuid agreementuid agreement documentid documentuuid documentuid document projectid project',
		),
		counterparty: words('counterpartyid counterpartyuuid counterparty'),
		resource: words('resourceid objectid entityid recordid'),
		held: HELD,
		/** Of a CloudEvent, whose properties may come as headers: an id, or an address that ends with one. */
		address: words('subject cesubject source cesource'),
		id: words('id uuid'),
		envelope: ENVELOPES,
		status: [
			...words('status newstatus tostatus currentstatus statusafter statusnew statusto newstate'),
			...words('tostate to new newvalue tovalue tostring after current currentvalue'),
		],
		before: [
			...words('previousstatus oldstatus fromstatus prevstatus priorstatus statusbefore statusold'),
			...words('statusfrom previousstate oldstate fromstate from previous old oldvalue fromvalue'),
			...words('fromstring previousvalue before'),
		],
		/** Of the event itself: where its body is the record, the time of its version comes before that of its creation. */
		at: words(
			'updatedat occurredat occurredon eventtime eventtimestamp triggeredat timestamp time cetime',
		),
		created: ['createdat'],
	},
	/** What only wraps: what stands in it is said of the event's own contract. */
	wrappers: [...HELD, ...ENVELOPES, ...CONTRACT],
	/** What may hold the time of the event, where the top has none. */
	dated: /^(?:event|meta)$/,
	/** How the contract was, and how it is now. A status in any other object is of something else. */
	was: /^(?:before|from|old|previous|prior)/,
	now: /^(?:after|changed?|changes|changeset|changelog|fieldchanges|current|items|new|state|status|to|transition|updated?|updates)(?:attributes|change|contract|data|fields|state|status|values?|version)?$/,
	/** An event whose name speaks of one of these is of that. */
	ofAlias: /agreement|document|project/i,
	/** What the field is called in a list of changes. */
	field: words('field fieldname property attribute key name path'),
	/** Lists of events, the surest first, and of contracts. */
	lists: words('events data items deliveries payload'),
	/** What may hold JSON as text. */
	texts: words('payload data message'),
	contracts: words('contractids contractuuids contracts'),
	addressOfId: /^(?:.*\/)?(?:contracts|counterparties|project)\/([^/?#]+).*/i,
	/** Names of the event, the surest first: at the top, or in one of these. */
	names: words(
		'event eventtype eventname detailtype topic type action name kind trigger subscriptiontype webhookevent triggerevent',
	),
	holders: ['', ...HELD, ...ENVELOPES],
	/** What is in any other than these is the event's name if it says so, or where there is none else. */
	near: ['', ...words('event data meta metadata notification payload')],
	/** These may be the contract itself, with a name, a type and, unless they name the event, times of its own. */
	records: { holders: ['data', 'payload'], keys: ['type', 'name', 'kind'] },
	/** What the event is about, and not what happened. */
	kinds: /^(?:contracts?|counter[\s._-]?part(?:y|ies)|web[._-]?hook(?:[._-]?event)?)$/i,
	/** Headers that name it, also with the name of a service in them; those that nothing on the way writes for itself; parameters. */
	header: /^(?:ce-type|x-(?:.+-)?(?:event|topic)(?:-name|-type)?)$/,
	sureHeader: /^(?:ce-type|x-webhook-event|x-event(?:-name|-type)?)$/,
	query: words('event eventtype eventname topic trigger'),
	/** What stands for events of the catalogue, without the word "contract". */
	events: {
		created: 'created create added new',
		signed: 'signed sign completed executed fullysigned',
		sentForSignature: 'sentforsignature sentforsigning sendforsignature signing',
		canceled: 'canceled cancelled cancel',
		statusChanged: 'statuschanged statuschange statusupdated statusupdate status',
		updated: 'updated update change changed edited modified',
		counterpartyCreated: 'counterpartycreated counterpartycreate counterpartyadded',
		counterpartyUpdated:
			'counterpartyupdated counterpartyupdate counterpartychanged counterpartystatuschanged',
	},
	/** Deliveries that only try the address, and texts that the sender wants back. */
	tests:
		/^(?:ping|pong|handshake|challenge|(?:webhooks?|event|url|endpoint|endpointurl|subscription)?(?:tests?|testing)|webhooks?ping|(?:url|endpoint|endpointurl|webhook|subscription)(?:verification|validation)|test(?:event|ping|webhook|delivery|notification))$/,
	challenges: ['challenge', 'hub.challenge', 'hub_challenge', 'validationToken'],
};
