import type { INodeProperties, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';
import { commaList, isBlank, switchIn } from '../api/options';
import { hasTwoMeanings } from '../api/numbers';
import { seen, single } from '../api/texts';
import { unfit, wrongInput } from '../transport/errors/requestError';
import { isFixed } from './itemProperties';
import { checkedIdentifier, gaveNothing } from './path';
import type { Given } from './scope';
import { jsonObject, notOffered, textOf } from './values';

/** What n8n knows of a field beside its name and type, such as `typeOptions`, `hint` and `displayOptions`. */
export type More = Partial<INodeProperties>;

/**
 * A field as n8n shows it, which reads and checks itself: what it is called, holds and takes is said where it is declared,
 * and nowhere else. n8n gets `plain` ones.
 */
export class Field<T = unknown, Parts = unknown> implements INodeProperties {
	declare readonly displayName: string;
	declare readonly name: string;
	declare readonly type: INodeProperties['type'];
	declare readonly default: INodeProperties['default'];
	declare readonly displayOptions?: INodeProperties['displayOptions'];
	declare readonly options?: INodeProperties['options'];
	declare readonly typeOptions?: INodeProperties['typeOptions'];
	declare readonly allowArbitraryValues?: boolean;
	readonly #within: string;
	readonly #parts: Parts;

	/** @param within the collection that it is a part of @param parts its own, where it is one */
	constructor(property: INodeProperties, within = '', parts?: Parts) {
		Object.assign(this, property);
		this.#within = within;
		this.#parts = parts!;
	}

	/** Of a collection: they read themselves. */
	get parts(): Parts {
		return this.#parts;
	}

	/** The same but for these properties. @param within the collection that it is a part of */
	with(more: More, within = this.#within): Field<T, Parts> {
		return new Field<T, Parts>({ ...this, ...more }, within, this.#parts);
	}

	/** The same, shown where other fields have these values. */
	when(show: Record<string, Array<boolean | number | string>>): Field<T, Parts> {
		return this.with({ displayOptions: { show } });
	}

	says(description: string): Field<T, Parts> {
		return this.with({ description });
	}

	/** What errors call it: without how it is given, or a unit of which there are parts (`checked` takes 0.5 MB). */
	get label(): string {
		return this.displayName.replace(/ \((MB|Seconds)\)$/, '').replace(/ Names or IDs$/, 's');
	}

	get path(): string {
		return this.#within ? `${this.#within}.${this.name}` : this.name;
	}

	/** The item's value as it is. */
	given(scope: Pick<Given, 'parameter'>): unknown {
		return scope.parameter<unknown>(this.path, this.default);
	}

	/** The item's value, checked. @throws NodeOperationError for what the field does not take */
	of(scope: Given, given = this.given(scope)): T {
		return checked(scope, this, given) as T;
	}

	/** A text where there has to be one. `fix` says what to give. */
	filled(scope: Given, fix: string): string {
		const { label, path } = this;
		const value = this.given(scope);
		const text = textOf(scope, label, value);
		if (text !== '') return text;
		const nothing = gaveNothing(scope, path, value);
		const message = `${label} is empty: ${nothing ? 'correct its expression, which gave nothing' : 'give it a value'}`;
		throw wrongInput(scope, [label, value], message, nothing + fix);
	}

	/** Of a trigger: as the node has it. */
	saved(context: Pick<IPollFunctions, 'getNodeParameter'>): unknown {
		return context.getNodeParameter(this.path, this.default as object);
	}

	/** For triggers: of the type of the default, which stands for what is of no use. An expression may come to nothing. */
	usable(value: unknown): T {
		return (usableFor(this, value) ?? this.default) as T;
	}
}

function checked(scope: Given, field: Field, given: unknown): unknown {
	const { type, label, path, typeOptions, allowArbitraryValues, displayName } = field;
	if (type === 'string') return textOf(scope, label, given) || field.default;
	if (type === 'boolean') {
		const isOn = isBlank(given) ? field.default : switchIn(given);
		if (isOn !== undefined) return isOn;
		const how = 'Turn it on or off, or give true or false by the expression.';
		throw unfit(scope, [label, given], 'is not true or false', how);
	}
	if (type === 'multiOptions') return commaList(given);
	if (type === 'json') return jsonObject(scope, label, given, path);
	if (type === 'resourceLocator') return checkedIdentifier(scope, label, given, path);
	if (type === 'number') {
		const minimum = typeOptions?.minValue ?? 0;
		const kind = label === displayName ? 'whole number' : 'number';
		const one = seen(single(given));
		const isNumber = typeof one === 'number' || typeof one === 'string';
		// One that may not be 0 is never taken as said where an expression finds none.
		const fallback = minimum > 0 ? NaN : field.default;
		const read = isNumber && !hasTwoMeanings(one) ? one : NaN;
		const number = Number(isBlank(given) ? fallback : read);
		const isWhole = kind === 'number' || Number.isInteger(number);
		if (number >= minimum && number < Infinity && isWhole) return number;
		const is = `is not a ${kind} of at least ${minimum}`;
		throw unfit(scope, [label, given], is, 'Give a number such as 30.');
	}
	// What the node itself has was looked at with all that it has.
	const isChecked = type === 'options' && !allowArbitraryValues;
	if (!isChecked || isFixed(scope.node.parameters, path) || isOffered(field, given)) return given;
	throw notOffered(scope, [label, given], field.options as INodePropertyOptions[]);
}

function usableFor({ default: byDefault, typeOptions, ...field }: INodeProperties, value: unknown) {
	if (typeof byDefault === 'number') {
		const number = Number.parseFloat(String(value));
		// Never the least in its place: that may stand for no limit.
		const isUsable = number >= (typeOptions?.minValue ?? 0) && number < Infinity;
		return isUsable ? Math.ceil(number) : undefined;
	}
	if (typeof byDefault === 'boolean') return switchIn(value);
	const usable = typeof value === 'string' ? value.trim() : value;
	const isIt = typeof usable === typeof byDefault && usable !== '' && isOffered(field, usable);
	return isIt ? usable : undefined;
}

function isOffered({ options }: Pick<INodeProperties, 'options'>, value: unknown): boolean {
	return !options || options.some((one) => 'value' in one && one.value === value);
}
