/** A date as the service or another system gives it, a timezone of the workflow, and the day that it means there. */
export const DAYS: Array<[date: string, zone: string, day: string]> = [
	...[
		'America/New_York',
		'America/Los_Angeles',
		'Europe/Berlin',
		'Asia/Tokyo',
		'Pacific/Auckland',
	].flatMap(
		(zone): Array<[string, string, string]> => [
			// A day that was stored: midnight UTC, or no time at all.
			['2026-01-01T00:00Z', zone, '2026-01-01'],
			['2026-01-01T00:00:00.000Z', zone, '2026-01-01'],
			['2026-01-01T00:00:00+00:00', zone, '2026-01-01'],
			['2026-01-01', zone, '2026-01-01'],
			// The last one of a period.
			['2026-01-01T23:59:59Z', zone, '2026-01-01'],
			['2026-01-01T23:59:59.999Z', zone, '2026-01-01'],
			// As it is written.
			['2026-01-01T01:30:00+09:00', zone, '2026-01-01'],
		],
	),
	// Midnight of the workflow's timezone.
	['2026-03-30T22:00:00.000Z', 'Europe/Berlin', '2026-03-31'],
	['2026-03-31T04:00:00.000Z', 'America/New_York', '2026-03-31'],
	['2026-03-31T07:00:00.000Z', 'America/Los_Angeles', '2026-03-31'],
	['2026-03-30T15:00:00.000Z', 'Asia/Tokyo', '2026-03-31'],
	['2026-03-30T11:00:00.000Z', 'Pacific/Auckland', '2026-03-31'],
	// Another moment: the day it was there.
	['2026-01-01T03:30:00.000Z', 'America/New_York', '2025-12-31'],
	['2025-12-31T23:30:00.000Z', 'Europe/Berlin', '2026-01-01'],
	['2025-12-31T14:59:59.000Z', 'Asia/Tokyo', '2025-12-31'],
];
