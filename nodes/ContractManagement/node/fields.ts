import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { Field, type More } from './field';

/** Of all three nodes. From 1.1 on the short form of a contract is readable, and has where it belongs (`presentContracts`). */
export const NODE_VERSIONS = [1, 1.1];

export type Fields = Record<string, Field>;
type Offered = INodePropertyOptions[] | Record<string, [label: string, description?: string]>;
type Limits = INodeProperties['typeOptions'];

function declared<T>(type: INodeProperties['type'], displayName: string, more: More) {
	return new Field<T>({ name: '', default: '', ...more, displayName, type: more.type ?? type });
}

// What fields can be: label, default where it says something, and what else n8n knows of them; of a text, an example.
export function text(label: string, more: More | string = {}) {
	const isExample = typeof more === 'string';
	return declared<string>('string', label, isExample ? { placeholder: `e.g. ${more}` } : more);
}
export const json = (label: string, more?: More) =>
	declared<IDataObject>('json', label, { default: '{}', ...more });
export const toggle = (label: string, byDefault = false, more?: More) =>
	declared<boolean>('boolean', label, { default: byDefault, ...more });
export const number = (label: string, byDefault: number, limits: Limits, more?: More) =>
	declared<number>('number', label, { default: byDefault, typeOptions: limits, ...more });
export const several = (label: string, byDefault: string[], more?: More) =>
	declared<string[]>('multiOptions', label, { default: byDefault, ...more });
export function choice(label: string, byDefault: string, offered: Offered, more?: More) {
	const options = Array.isArray(offered) ? offered : described(offered);
	return declared<string>('options', label, { default: byDefault, options, ...more });
}

/** Fields by their names. @param within the collection that they are parts of */
export function fields<F extends Fields>(all: F, within?: string, common: More = {}): F {
	const named = Object.entries(all).map(([name, one]) => {
		return [name, one.with({ ...(!one.name && { name }), ...common }, within)] as const;
	});
	return Object.fromEntries(named) as F;
}

export function inOptions<F extends Fields>(all: F): F {
	return fields(all, 'options');
}

/** What n8n is given of fields: the properties alone. */
export function plain(all: INodeProperties[]): INodeProperties[] {
	return all.map((one) => ({ ...one }));
}

/** What can be chosen, by value: label, and description where the label is not enough. */
export function described(rows: Exclude<Offered, unknown[]>): INodePropertyOptions[] {
	return Object.entries(rows).map(([value, [name, description]]) => ({
		name,
		value,
		...(description && { description }),
	}));
}
