import { sandboxSuite } from '../support/sandboxSuite.mts';

const sandbox = sandboxSuite({ seed: 'demo' });

interface Field {
	name: string;
	value: string | null;
}

test('contracts of the demo end after they start, also if they are signed now', async () => {
	const { body } = await sandbox().api('GET', '/contracts?limit=100');
	expect(body.data.length).toBeGreaterThan(50);
	const today = new Date().toISOString();
	for (const { status, startAt, endAt, fields } of body.data) {
		const start = startAt ?? fields.find(({ name }: Field) => name === 'Start date')?.value ?? null;
		if (endAt && start) expect([start, endAt]).toEqual([start, endAt].toSorted());
		const isOpen = ['draft', 'negotiating', 'signing'].includes(status);
		if (endAt && isOpen) expect(endAt > today).toBe(true);
	}
});
