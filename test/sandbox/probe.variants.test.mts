import { PROFILE } from '../../nodes/ContractManagement/api/profile';
import { ENTRIES, type Entry } from '../../sandbox/profile/entries.mts';
import { VARIANTS } from '../../sandbox/variants/index.mts';
import { namedIn, roundTrips, type Travelled, type Trip } from '../support/roundTrip.mts';

/**
 * What the probe names for every variant of the sandbox, and nothing else. Variants that only a webhook delivery, or a
 * request that the probe never sends, would show have an empty list.
 */
const NAMED: Record<string, string[]> = {
	bareArrays: ['pagination'],
	camelCasePaging: ['pagination'],
	counterpartyInPayload: [],
	dataWrapped: ['response-wrapping'],
	dataWrappedWithMeta: ['response-wrapping'],
	datesAsTimes: [],
	dateRangeOneSided: ['date-range'],
	datesMissing: ['contract-dates'],
	deprecationHeaderAbsent: ['deprecated-version'],
	emptyPutBody: ['records-put'],
	emptySendBody: [],
	errorDetailsEmpty: ['errors-details'],
	filesEmpty: ['signed-files'],
	filesNotReady: ['current-version', 'signed-files'],
	helpTextMissing: ['creation-form'],
	linksOnly: ['pagination'],
	nestedContract: [],
	numbersAsText: ['records-values'],
	offsetTimestamps: ['timestamps'],
	otherDefaultOrder: ['contract-list-order'],
	otherEventNames: [],
	otherTypeWords: ['creation-form'],
	overlappingPages: ['spec-paging'],
	patchNoContent: ['contract-patch'],
	plainContractIds: ['contract-id'],
	prefixedDeliveryIds: [],
	prefixedReferences: ['contract-references'],
	recordsChangedOnly: ['records-created'],
	recordsNewestFirst: ['records-created'],
	secondTimestamps: ['timestamps'],
	severalEvents: [],
	stringFieldValues: ['contract-field-values'],
	uploadHeaders: ['upload-url'],
	uuidPaths: ['contract-id'],
	upperSnakeEventNames: [],
};

/** What the probe names for a profile, beside what it saves, which is the profile itself. */
const PROFILES: Array<[profile: Record<string, string>, ids: string[]]> = [
	[{}, []],
	[
		{ 'counterparty-patch-fields': 'replace', 'records-put': 'replace' },
		['counterparty-patch', 'records-put'],
	],
	[{ 'counterparty-name-filter': 'exact-case' }, ['counterparty-name-filter']],
	[{ 'signed-files': 'file', 'current-version': 'redirect' }, ['current-version', 'signed-files']],
	[
		{ 'signed-files': 'zip', 'contract-create-response': 'text' },
		['contract-create-response', 'signed-files'],
	],
	[
		{ 'contract-create-fields': 'pairs', 'contract-create-response': 'text' },
		['contract-create', 'contract-create-response'],
	],
	[
		{ 'contract-list-items': 'partial', 'contract-list-sort': 'unsorted' },
		['contract-list-items', 'contract-list-sort'],
	],
	[
		{ 'contract-name-filter': 'none', 'clause-name-filter': 'title' },
		['clause-name-filter', 'contract-name-filter'],
	],
	[
		{
			'creation-form-fields': 'smartFields',
			'creation-form-field-id': 'attributeDefinitionId',
			'creation-form-field-name': 'label',
			'field-required': 'mandatory',
			'field-options': 'choices',
			'field-option': 'value-label',
			'field-help-text': 'hint',
		},
		['creation-form'],
	],
	[{ 'field-option': 'text' }, ['creation-form']],
	[
		{ 'file-url': 'href', 'file-name': 'title', 'file-content-type': 'mimeType' },
		['current-version', 'signed-files'],
	],
	[{ 'upload-url-key': 'storageKey', 'upload-url-address': 'signedUrl' }, ['upload-url']],
	[
		{
			'errors-details-field': 'fieldName',
			'errors-details-value': 'providedValue',
			'errors-details-options': 'allowed',
		},
		['errors-details'],
	],
];

/** What the sandbox does without a profile, and the node does not count on. */
const SAVED = {
	'counterparty-name-filter': 'any-case',
	'counterparty-patch-fields': 'merge',
	'records-put': 'keep',
};

/** Several at once, as a real service would have them. */
const COMBINED = [
	['camelCasePaging', 'plainContractIds', 'offsetTimestamps'],
	['linksOnly', 'datesMissing', 'dataWrapped'],
];

const TRIPS: Trip[] = [
	...Object.keys(NAMED).map((name) => ({ variants: [name], write: true })),
	...COMBINED.map((variants) => ({ variants, write: true })),
	...PROFILES.map(([profile]) => ({ profile, write: true })),
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
}, 1_200_000);

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

test.each(PROFILES)('the profile %j is named and saved as it is', (profile, ids) => {
	const trip = TRIPS.find((candidate) => candidate.profile === profile)!;
	const { service, saved } = travelled.get(trip)!;
	expect(namedIn(service)).toEqual(ids);
	const differing = Object.entries({ ...SAVED, ...profile }).filter(
		([id, value]) => value !== PROFILE[id as keyof typeof PROFILE].assumed,
	);
	expect(saved).toEqual(Object.fromEntries(differing));
});

test.each(TRIPS.map((trip) => [JSON.stringify(trip.profile ?? trip.variants), trip] as const))(
	'a sandbox with the saved profile gives the same report: %s',
	(_what, trip) => {
		const { service, saved, again } = travelled.get(trip)!;
		expect(again).toEqual({ findings: service, profile: saved });
	},
);

test('the sandbox knows the entries of the node, with the same values', () => {
	const ours = Object.entries(PROFILE).map(([id, entry]) => [
		id,
		{
			assumed: entry.assumed,
			...('values' in entry && { values: Object.keys(entry.values).toSorted() }),
			...('isName' in entry && { isName: true }),
		},
	]);
	const theirs = Object.entries(ENTRIES as Record<string, Entry>).map(
		([id, { plain, assumed = plain, values, isName }]) => [
			id,
			{ assumed, ...(values && { values: values.toSorted() }), ...(isName && { isName }) },
		],
	);
	expect(Object.fromEntries(theirs)).toEqual(Object.fromEntries(ours));
});
