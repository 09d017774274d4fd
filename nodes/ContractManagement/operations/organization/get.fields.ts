import { options } from '../shared/options.fields';
import type { Operation } from '../shared/operation';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get organization',
		description: 'Get the organization that the API key belongs to: its ID, name and slug',
		routing: { request: { method: 'GET', url: '/organization' } },
	},
	fields: [options()],
	items: '{id, name, slug}',
};
