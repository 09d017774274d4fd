import type { Counterparty } from '../../../nodes/ContractManagement/api/types';
import {
	changedAt,
	noteChanges,
} from '../../../nodes/ContractManagement/operations/counterparty/written';
import type { Connection } from '../../../nodes/ContractManagement/transport/connection';

const HOUR_MS = 3_600_000;
const [SOURCE, WRITTEN] = ['2026-01-02T02:00:00.000Z', '2026-01-02T02:12:00.000Z'].map(Date.parse);

test.each([
	['an hour', 1, SOURCE],
	['the next night, a little later', 25, SOURCE],
	['a week', 7 * 24 + 1, SOURCE],
	['nine days', 9 * 24, WRITTEN],
])('after %s it is known when the other system had changed what Sync wrote', (_, hours, at) => {
	const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
	const connection = { account: `account ${hours}`, context: {} } as Connection;
	const company = { id: 'a', name: 'v1', updatedAt: new Date(WRITTEN).toISOString() };
	noteChanges(connection, [company, company] as [Counterparty, Counterparty], [], SOURCE);
	now.mockReturnValue(1_000 + hours * HOUR_MS);
	expect(changedAt(connection, company as Counterparty)).toBe(at);
	now.mockRestore();
});
