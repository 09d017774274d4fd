import type { Operation } from '../shared/operation';

export const get: Operation = {
	name: 'Get',
	action: 'Get organization of the API key',
	description: 'Get the organization that the API key belongs to: its ID, name and slug',
	request: { method: 'GET', url: '/organization' },
	items: '{id, name, slug}',
	isShort: true,
};
