import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { Field, type More } from './field';

/** Of all three nodes. From 1.1 on the short form of a contract is readable, and has where it belongs (`presentContracts`). */
export const NODE_VERSIONS = [1, 1.1];

/** By the names that saved workflows have for them. */
export type Fields = Record<string, Field>;
type Offered = INodePropertyOptions[] | Record<string, [label: string, description?: string]>;
type Limits = INodeProperties['typeOptions'];

function declared<T>(type: INodeProperties['type'], displayName: string, more: More) {
	return new Field<T>({ name: '', default: '', ...more, displayName, type: more.type ?? type });
}

/** A text, without outer blanks. @param more an example of it, or what else n8n knows of it */
export function text(label: string, more: More | string = {}) {
	const isExample = typeof more === 'string';
	return declared<string>('string', label, isExample ? { placeholder: `e.g. ${more}` } : more);
}
/** JSON as text or as the object itself; reads as the object. */
export const json = (label: string, more?: More) =>
	declared<IDataObject>('json', label, { default: '{}', ...more });
/** Takes the words true and false, too; blank is the default. */
export const toggle = (label: string, byDefault = false, more?: More) =>
	declared<boolean>('boolean', label, { default: byDefault, ...more });
/** A whole number, or any where the label ends in a unit; 0 and more, unless `limits` has another `minValue`. */
export const number = (label: string, byDefault: number, limits: Limits, more?: More) =>
	declared<number>('number', label, { default: byDefault, typeOptions: limits, ...more });
/** Values of the options in `more`; a text of them has commas between. */
export const several = (label: string, byDefault: string[], more?: More) =>
	declared<string[]>('multiOptions', label, { default: byDefault, ...more });
/** One of the values offered; others are refused unless `allowArbitraryValues` is set in `more`. */
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

/** Fields of the collection Options: the path of each is `options.NAME`. */
export function inOptions<F extends Fields>(all: F): F {
	return fields(all, 'options');
}

/** What n8n is given of fields: the properties alone. */
export function plain(all: INodeProperties[]): INodeProperties[] {
	return all.map((one) => ({ ...one }));
}

/** What can be chosen, by value: label, and description where the label is not enough. */
export function described(rows: Exclude<Offered, unknown[]>): INodePropertyOptions[] {
	return Object.entries(rows).map(([value, [name, description]]) => {
		return { name, value, ...(description && { description }) };
	});
}
