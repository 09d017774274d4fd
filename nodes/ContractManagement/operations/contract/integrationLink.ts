import type { IDataObject } from 'n8n-workflow';
import type { Contract, Integration } from '../../api/types';
import type { ItemScope } from '../../transport/scope';
import { refusedParameter, textOf } from '../shared/parameters';

/** The link to a third-party record as the item gives it; what is blank is left out. */
export type LinkInput = Partial<Integration>;

const LABELS: Record<keyof Integration, string> = {
	externalEntity: 'External Entity',
	externalId: 'External ID',
	externalUrl: 'External URL',
	type: 'Type',
};

/** The `integration` of `POST /contracts`, undefined when all of it is blank. */
export function integrationLink(scope: ItemScope): LinkInput | undefined {
	const given = scope.parameter<IDataObject>('integration', {});
	const keys = Object.keys(LABELS) as Array<keyof Integration>;
	const filled = keys
		.map((key) => [key, textOf(scope, LABELS[key], given[key])] as const)
		.filter(([, value]) => value !== '');
	return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

/** @throws NodeOperationError when the link does not tell one record from all others */
export function assertIdentifying(scope: ItemScope, link: LinkInput = {}): void {
	const needed = ['type', 'externalEntity', 'externalId'] as const;
	const absent = needed.find((key) => !link[key]);
	if (!absent) return;
	throw refusedParameter(scope, {
		field: LABELS[absent],
		message: `Find Existing needs the ${LABELS[absent]} of the Integration Link`,
		description:
			'A contract is found again by the type, the entity and the ID of its external record.',
	});
}

/** Whether the contract belongs to the external record; what the link leaves out does not matter. */
export function isLinkedTo({ integration }: Contract, link: LinkInput): boolean {
	if (!integration) return false;
	const isSame = (key: 'externalEntity' | 'type') =>
		!link[key] || folded(integration[key]) === folded(link[key]);
	return (
		String(integration.externalId ?? '').trim() === link.externalId &&
		isSame('type') &&
		isSame('externalEntity')
	);
}

/** The form in which types and entities are compared. */
export function folded(text: unknown): string {
	return String(text ?? '')
		.trim()
		.toLowerCase();
}
