import { ContractManagementApi } from '../../credentials/ContractManagementApi.credentials';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';
import { ContractManagementPollingTrigger } from '../../nodes/ContractManagement/ContractManagementPollingTrigger.node';
import { ContractManagementTrigger } from '../../nodes/ContractManagement/ContractManagementTrigger.node';

/** A text that the editor shows, without its tags. */
export interface ShownText {
	/** Where it is: the labels on the way to it, from the node inwards. */
	place: string;
	key: string;
	text: string;
}

const KEYS = new Set([
	'action',
	'activationMessage',
	'description',
	'errorMessage',
	'eventTriggerDescription',
	'hint',
	'placeholder',
	'title',
]);

/** Every text of the nodes and the credential that is longer than a label. */
export function shownTexts(): ShownText[] {
	return [
		...[ContractManagement, ContractManagementTrigger, ContractManagementPollingTrigger].flatMap(
			(Node) => textsIn(new Node().description, []),
		),
		...textsIn(new ContractManagementApi().properties, ['Credential']),
	];
}

function textsIn(value: unknown, above: string[]): ShownText[] {
	if (Array.isArray(value)) return value.flatMap((entry) => textsIn(entry, above));
	if (typeof value !== 'object' || value === null) return [];
	const { displayName, name, type, displayOptions } = value as Record<string, any>;
	const label = displayName ?? name;
	const shown = Object.values(displayOptions?.show ?? {}).flat();
	const way = label === undefined ? above : [...above, [label, ...shown].join(' ')];
	return Object.entries(value).flatMap(([key, inner]) => {
		if (typeof inner !== 'string') return textsIn(inner, way);
		const isText = KEYS.has(key) || (type === 'notice' && key === 'displayName');
		const text = inner.replace(/<[^>]*>/g, '');
		return isText ? [{ place: way.join(' > '), key, text }] : [];
	});
}
