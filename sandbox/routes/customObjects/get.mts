import { ok, operation } from '../../http/operation.mts';
import { CustomObject } from '../../schemas/customObject.mts';
import { customObjectOf } from './find.mts';

export const getCustomObject = operation({
	method: 'GET',
	path: '/custom-objects/:id',
	tag: 'Custom objects',
	summary: 'A custom object with its smart fields',
	shape: 'customObject',
	success: { status: 200, schema: CustomObject, description: 'The custom object' },
	errors: [400, 404],
	find: customObjectOf,
	handle: (_call, { id, name, smartFields, helpText }) =>
		ok({ id, name, smart_fields: smartFields, help_text: helpText }),
});
