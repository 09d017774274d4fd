import { Database } from '../../sandbox/store/database.mts';

test('a write for which there is no room says so, changes nothing, and the next one works', () => {
	const database = new Database();
	const [{ pages }] = database.all<{ pages: number }>(
		'SELECT page_count AS pages FROM pragma_page_count',
	) as [{ pages: number }];
	const put = (name: string, value: string) =>
		database.transaction(() => database.run('INSERT INTO meta VALUES (?, ?)', name, value));
	database.exec(`PRAGMA max_page_count = ${pages}`);
	expect(() => put('large', '.'.repeat(1e6))).toThrow('database or disk is full');
	database.exec('PRAGMA max_page_count = 1000000');
	put('small', '.');
	const names = database.all<{ name: string }>('SELECT name FROM meta').map(({ name }) => name);
	expect([names.includes('large'), names.includes('small')]).toEqual([false, true]);
	database.close();
});
