import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { VARIANTS } from '../../sandbox/variants/index.mts';
import { uuidSequence } from '../../sandbox/seed/ids.mts';
import { namedIn, roundTrips, type Travelled, type Trip } from '../support/roundTrip.mts';

/**
 * What the probe names for every variant of the sandbox, and nothing else. Variants that only a webhook delivery, or a
 * request that the probe never sends, would show have an empty list.
 */
const NAMED: Record<string, string[]> = {
	attributeDefinitionIds: ['creation-form'],
	bareArrays: ['pagination'],
	camelCasePaging: ['pagination'],
	caseSensitiveNames: ['counterparty-name-filter'],
	clauseFilterIgnored: ['clause-name-filter'],
	counterpartyFieldsReplace: ['counterparty-patch'],
	counterpartyInPayload: [],
	createAnswersBareId: ['contract-create-response'],
	createAnswersData: ['contract-create-response'],
	createAnswersId: ['contract-create-response'],
	dataWrapped: ['contract-create-response', 'response-wrapping'],
	dataWrappedWithMeta: ['contract-create-response', 'response-wrapping'],
	datesAsTimes: [],
	dateRangeOneSided: ['date-range'],
	datesMissing: ['contract-dates'],
	deprecationHeaderAbsent: ['deprecated-version'],
	emptyPutBody: ['records-put'],
	emptySendBody: [],
	errorDetailsEmpty: ['errors-details'],
	errorAllowedKey: ['errors-details'],
	errorOptionsKey: ['errors-details'],
	fieldsAsArrayOnly: ['contract-create'],
	fieldsAsObjectOnly: [],
	fileBody: ['current-version', 'signed-files'],
	filesEmpty: ['signed-files'],
	filesNotReady: ['current-version', 'signed-files'],
	filesRedirect: ['current-version', 'signed-files'],
	helpTextMissing: ['creation-form'],
	labelKeys: ['creation-form'],
	linksOnly: ['pagination'],
	nameFilterRefused: ['clause-name-filter', 'contract-name-filter'],
	nestedContract: [],
	numbersAsText: ['records-values'],
	offsetTimestamps: ['timestamps'],
	optionStrings: ['creation-form'],
	optionValueLabel: ['creation-form'],
	otherDefaultOrder: ['contract-list-order'],
	otherEventNames: [],
	otherTypeWords: ['creation-form'],
	overlappingPages: ['spec-paging'],
	partialContracts: ['contract-list-items'],
	patchNoContent: ['contract-patch'],
	plainContractIds: ['contract-id'],
	prefixedDeliveryIds: [],
	prefixedReferences: ['contract-references'],
	recordsChangedOnly: ['records-created'],
	recordsNewestFirst: ['records-created'],
	'recordsPut=replace': ['records-put'],
	secondTimestamps: ['timestamps'],
	severalEvents: [],
	signedUrlKey: ['upload-url'],
	smartFieldsKey: ['creation-form'],
	smartFieldsSnakeKey: ['creation-form'],
	sortRefused: ['contract-list-sort'],
	stringFieldValues: ['contract-field-values'],
	uploadHeaders: ['upload-url'],
	uuidPaths: ['contract-id'],
	uploadUrlKey: ['upload-url'],
	upperSnakeEventNames: [],
	zipBody: ['current-version', 'signed-files'],
};

/** Several at once, as a real service would have them. */
const COMBINED = [
	['camelCasePaging', 'plainContractIds', 'offsetTimestamps', 'fileBody'],
	['dataWrapped', 'smartFieldsKey', 'labelKeys', 'sortRefused', 'errorOptionsKey'],
	['linksOnly', 'partialContracts', 'datesMissing', 'createAnswersId', 'recordsPut=replace'],
];

/** Any variants at once, also such as exclude each other; the same ones at each run. */
const RANDOM = randomSets(30);

/** Twins that were saved before: their format stays readable, and they answer as they did. */
const SAVED_IN = path.join('test', 'support', 'twins');
const SAVED = readdirSync(SAVED_IN).map((name) => path.join(SAVED_IN, name));

const TRIPS: Trip[] = [
	...Object.keys(NAMED).map((name) => ({ variants: [name], write: true })),
	...COMBINED.map((variants) => ({ variants, write: true })),
	...RANDOM.map((variants, place) => ({ variants, write: place % 2 === 0 })),
	...SAVED.map((like) => ({ like, write: savedTwin(like).withWrites })),
];
let travelled: Map<Trip, Travelled>;

beforeAll(async () => {
	const halves = [0, 1].map((half) => TRIPS.filter((_, place) => place % 2 === half));
	const done = await Promise.all(
		halves.map(async (half) => {
			const results = await roundTrips(half);
			return half.map((trip, place) => [trip, results[place]!] as const);
		}),
	);
	travelled = new Map(done.flat());
}, 400_000);

test('every variant of the sandbox has its row here', () => {
	expect(VARIANTS.map(({ name }) => name).toSorted()).toEqual(Object.keys(NAMED).toSorted());
});

test.each(Object.entries(NAMED))('%s is named exactly: %j', (variant, ids) => {
	const trip = TRIPS.find(({ variants }) => variants?.join() === variant)!;
	expect(namedIn(travelled.get(trip)!.service)).toEqual(ids);
});

test.each(COMBINED.map((names) => [names] as const))('together: %j', (variants) => {
	const ids = new Set(variants.flatMap((name) => NAMED[name]!));
	const trip = TRIPS.find((candidate) => candidate.variants === variants)!;
	expect(namedIn(travelled.get(trip)!.service)).toEqual([...ids].toSorted());
});

test.each(TRIPS.map((trip) => [trip.like ?? trip.variants!.join(', '), trip] as const))(
	'a twin gives the same report: %s',
	(_what, trip) => {
		const { service, twin } = travelled.get(trip)!;
		expect(twin).toEqual(service);
	},
);

test.each(SAVED)('the saved twin %s answers as what it was saved from', (file) => {
	const { saved } = travelled.get(TRIPS.find(({ like }) => like === file)!)!;
	expect(saved.findings).toEqual(savedTwin(file).findings);
});

test('five twins are saved', () => {
	expect(SAVED.length).toBeGreaterThanOrEqual(5);
});

function savedTwin(file: string): Travelled['saved'] {
	return JSON.parse(readFileSync(file, 'utf8'));
}

function randomSets(count: number): string[][] {
	const next = uuidSequence(2026);
	return Array.from({ length: count }, () =>
		VARIANTS.map(({ name }) => name).filter(() => parseInt(next().slice(0, 2), 16) < 38),
	);
}
