import { behaviour, mapValues, reshape, type Json, type Variant } from './variant.mts';

const RECORDS = ['records', 'recordsPut'] as const;
const WITH_FIELDS = [...RECORDS, 'counterparty', 'counterpartyPage'] as const;

/** How records of custom objects look and are written. */
export const RECORD_VARIANTS: Variant[] = [
	behaviour('recordsChangedOnly', 'PUT of records answers only the rows that it changed'),
	reshape('recordsNewestFirst', 'Records come newest first', RECORDS, (body) => ({
		...body,
		records: body.records.toReversed(),
	})),
	reshape(
		'numbersAsText',
		'Numbers of records and counterparties are texts with two decimals, such as `"0.50"`',
		WITH_FIELDS,
		(body) => changeValues(body, asDecimals),
	),
	reshape('datesAsTimes', 'Dates of records are their midnight in UTC', RECORDS, (body) =>
		changeValues(body, asMidnight),
	),
	{
		name: 'emptyPutBody',
		summary: 'PUT of records answers 204',
		shapes: ['recordsPut'],
		apply: () => ({ status: 204 }),
	},
];

/** The body with the values of its fields changed: of records, of a counterparty, or of a page of them. */
function changeValues(body: Json, change: (value: Json) => Json): Json {
	if (body.records) return { ...body, records: changeRecords(body.records, change) };
	if (body.data) return { ...body, data: body.data.map((row: Json) => changeValues(row, change)) };
	return { ...body, fields: mapValues(body.fields, change) };
}

function changeRecords(records: Json[], change: (value: Json) => Json): Json[] {
	return records.map((record) => ({
		...record,
		fields: record.fields.map((field: Json) => ({
			...field,
			rawValue: change(field.rawValue),
			resolvedValue: change(field.resolvedValue),
			...(field.relatedRecords && {
				relatedRecords: changeRecords(field.relatedRecords, change),
			}),
		})),
	}));
}

function asDecimals(value: Json): Json {
	if (typeof value !== 'number') return value;
	return /^-?\d+(\.\d)?$/.test(String(value)) ? value.toFixed(2) : String(value);
}

function asMidnight(value: Json): Json {
	const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
	return isDay ? `${value}T00:00:00.000Z` : value;
}
