import type { DeliveryRequest } from '../../api/deliveries/body';
import type { NamedEvent } from '../../api/deliveries/event';
import { challengeIn, isEmptyBody, isTest } from '../../api/deliveries/handshakes';
import { setContractPath, setEventPath } from '../../api/deliveries/hints';
import { firstName } from '../../api/deliveries/namedEvents';
import { eventNamed, eventOfStatus, EVENTS, subjectOf, type TriggerEvent } from '../../api/events';
import { ignored, notUnderstood, refused, type Answer, type Delivery } from './answer';

/** What is answered where no form of the body names a contract. */
export function noContract(values: unknown[], { request, settings }: Delivery): Answer {
	// An event may stand in the query alone.
	const isEvent = eventNamed(firstName({}, { ...request, headers: {} }, settings)) !== undefined;
	const isEmpty = values.every(isEmptyBody) && (!request.rawBody?.length || values.length > 0);
	// A test is named where Event Path does not look.
	const ways = [settings, { ...settings, eventPath: '' }];
	const bodies = [...values, {}];
	const isTried = bodies.some((it) => ways.some((way) => isTest(firstName(it, request, way))));
	const isAsked = bodies.some((it) => challengeIn(it, request) !== undefined);
	if ((isEmpty && !isEvent) || isTried || isAsked) return handshake(values[0], request);
	return refused(`The body names no contract: ${setContractPath(values[0], request)}`);
}

export function handshake(body: unknown, request: DeliveryRequest): Answer {
	const challenge = challengeIn(body, request);
	return { ...ignored('A test, which starts nothing'), isPassed: true, challenge };
}

/** Why none of the events starts the workflow, and what would change it. */
export function notSelected(named: NamedEvent[], { payload, request, settings }: Delivery): Answer {
	const known = named.find(({ event }) => event !== undefined);
	if (known) {
		const { event = '', subject, status = '' } = known;
		const about = subjectOf(event);
		if (about && about !== subject)
			return notUnderstood(`The body names no ${about}: ${setContractPath(payload, request)}`);
		const reason = `The workflow does not wait for this event: select ${EVENTS[event as TriggerEvent]?.[0] ?? event} in Events`;
		return { ...ignored(reason), isPassed: settings.events.includes(eventOfStatus(status) ?? '') };
	}
	const name = named.map((one) => one.name).find((one) => one !== '');
	return notUnderstood(
		name === undefined
			? `The body names no event: ${setEventPath(payload, request)}`
			: `The event name '${name}' is not known: add it to Event Names in Options, or select Any Other Event in Events`,
	);
}
