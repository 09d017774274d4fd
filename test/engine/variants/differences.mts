type Json = any;

/** What a variant may change in what a person sees, and why that is right. */
export interface Difference {
	variant: string;
	/** The rows of the table that it concerns, by their titles; all when absent. */
	rows?: RegExp;
	because: string;
	/** Options of the node that the variant asks for. */
	options?: Record<string, unknown>;
	/** Takes what may differ out of the items of both walks. */
	without?(items: Json): Json;
	/** The only error that is fine; the operation left nothing behind then. */
	error?: RegExp;
}

const DOWNLOADS = /^contract\.download/;

/** Every difference that is fine. Any other is a fault of the node. */
export const DIFFERENCES: Difference[] = [
	{
		variant: 'stringFieldValues',
		because: 'a value is shown as the service gives it',
		without: eachProperty(['fields', 'value'], asTexts),
	},
	{
		variant: 'numbersAsText',
		because: 'a value is shown as the service gives it',
		without: eachProperty(['fields', 'from', 'to'], (value) => deeply(value, asNumber)),
	},
	{
		variant: 'datesAsTimes',
		because: 'a value is shown as the service gives it',
		without: eachProperty(['fields'], (value) => deeply(value, asDay)),
	},
	{
		variant: 'recordsNewestFirst',
		rows: /^customObjectRecord\.getAll/,
		because: 'records are listed in the order of the service',
		without: (items) =>
			items.map(({ json, pairedItem }: Json) => JSON.stringify([pairedItem, json.fields])).sort(),
	},
	{
		variant: 'datesMissing',
		because: 'what the service does not show is missing',
		without: eachProperty(['signatureDate', 'startAt', 'endAt'], () => null),
	},
	{
		variant: 'otherDefaultOrder',
		rows: /puts one page/,
		because: 'a page without an order of its own is in that of the service',
		without: (items) =>
			items.map(({ json }: Json) => json.records.map(({ name }: Json) => name).sort()),
	},
	{
		variant: 'otherTypeWords',
		rows: /^contractType\.getCreationForm /,
		because: 'a word for a type may mean more than ours',
		without: eachProperty(['type'], () => null),
	},
	{
		variant: 'otherTypeWords',
		rows: /^contract\.create /,
		because: 'the sandbox calls a date a datetime and takes only a date',
		error: /End date/,
	},
	{
		variant: 'helpTextMissing',
		rows: /^contractType\.getCreationForm /,
		because: 'what the service does not show is missing',
		without: eachProperty(['helpText'], () => null),
	},
	...['filesNotReady', 'filesEmpty'].map((variant) => ({
		variant,
		rows: DOWNLOADS,
		because: 'there is no file yet',
		options: { waitSeconds: 0 },
		error: /has no (signed file|current version) for the contract yet/,
	})),
];

/** Variants that no service has at the same time, as they are alternatives to each other. */
export const ALTERNATIVES: string[][] = [
	['dataWrapped', 'dataWrappedWithMeta'],
	['filesNotReady', 'filesEmpty'],
	['bareArrays', 'linksOnly', 'camelCasePaging'],
];

/** Replaces the values of these properties, wherever they stand in the items. */
function eachProperty(names: string[], change: (value: Json) => Json): Difference['without'] {
	const changed = (value: Json): Json => {
		if (Array.isArray(value)) return value.map(changed);
		if (typeof value !== 'object' || value === null) return value;
		const kept = Object.entries(value).filter(
			([name, inner]) => !names.includes(name) || change(inner) !== null,
		);
		return Object.fromEntries(
			kept.map(([name, inner]) => [name, names.includes(name) ? change(inner) : changed(inner)]),
		);
	};
	return changed;
}

function asTexts(value: Json): Json {
	if (Array.isArray(value) && value.every((field) => field?.attributeDefinitionId)) {
		return value.map((field) => ({ ...field, value: asText(field.value) }));
	}
	if (typeof value !== 'object' || value === null) return asText(value);
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asText(inner)]));
}

function deeply(value: Json, change: (value: Json) => Json): Json {
	if (Array.isArray(value)) return value.map((inner) => deeply(inner, change));
	if (typeof value !== 'object' || value === null) return change(value);
	const entries = Object.entries(value).map(([key, inner]) => [key, deeply(inner, change)]);
	return Object.fromEntries(entries);
}

const asNumber = (value: Json): Json =>
	/^-?\d+\.\d+$/.test(String(value)) ? Number(value) : value;

const asDay = (value: Json): Json =>
	typeof value === 'string' ? value.replace(/T00:00:00\.000Z$/, '') : value;

const asText = (value: Json): Json =>
	value === null || typeof value === 'string' ? value : JSON.stringify(value);
