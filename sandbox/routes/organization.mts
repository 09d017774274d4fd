import { ok, operation } from '../http/operation.mts';
import { Organization } from '../schemas/organization.mts';

export const getOrganization = operation({
	method: 'GET',
	path: '/organization',
	tag: 'Organization',
	summary: 'The organization that the API key belongs to',
	shape: 'organization',
	success: { status: 200, schema: Organization, description: 'The organization' },
	handle: ({ catalog }) => ok(catalog.organization),
});
