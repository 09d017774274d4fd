import { answering } from '../support/answering.mts';
import { byId } from '../support/byId.mts';
import { runOperation } from '../support/runOperation.mts';

const ID = 'aa000000-0000-4000-8000-000000000001';

/** A service that looks a counterparty up by its name, and makes it some time later; `refuses` so many contracts first. */
async function lookingUp(refuses = 0, refusal = 400) {
	const names: string[] = [];
	let underWay = 0;
	const most = { atOnce: 0 };
	const service = await answering(({ method, body }) => {
		// None of them is there before.
		if (method === 'GET') return { body: { data: [], pagination: { has_next: false } } };
		return (response) => {
			const { counterparty } = body as { counterparty: { name: string } };
			const isKnown = names.includes(counterparty.name);
			const isRefused = (refuses -= 1) >= 0;
			most.atOnce = Math.max(most.atOnce, (underWay += 1));
			setTimeout(() => {
				underWay -= 1;
				if (!isKnown && !isRefused) names.push(counterparty.name);
				response.writeHead(isRefused ? refusal : 201, { 'content-type': 'application/json' });
				response.end(
					JSON.stringify({ id: ID, name: 'x', createdAt: '', fields: [], counterparty }),
				);
			}, 15);
		};
	});
	return { ...service, names, most };
}

const create = async (baseUrl: string, names: string[]) =>
	await runOperation(
		baseUrl,
		'contract.create',
		{
			contractTypeId: byId(ID),
			templateId: byId(ID),
			counterpartySource: 'name',
			counterpartyName: '={{ $json.name }}',
			options: { checkFields: false },
		},
		names.map((name) => ({ name })),
		{ nodeSettings: { onError: 'continueRegularOutput' } as object },
	);

test.each([
	[0, 0],
	[2, 400],
	[1, 500],
])('contracts of one new company make it once (%i are refused)', async (refused, status) => {
	const { baseUrl, names, most, close } = await lookingUp(refused, status);
	const runs = await Promise.all(
		[10, 10].map(async (length) => await create(baseUrl, Array<string>(length).fill('New Co'))),
	);
	close();
	const ids = runs.flatMap(({ items }) => items).filter(({ json }) => json.id === ID);
	expect(ids).toHaveLength(20 - refused);
	expect(names).toEqual(['New Co']);
	// Once it is there, the others do not wait for each other.
	expect(most.atOnce).toBeGreaterThan(1);
});

test('where nobody knows of two that they were not created, the others do not wait for each other', async () => {
	const { baseUrl, requests, most, close } = await lookingUp(Infinity, 500);
	await create(baseUrl, Array<string>(10).fill('New Co'));
	close();
	expect(requests().filter((each) => each.startsWith('POST'))).toHaveLength(10);
	expect(most.atOnce).toBeGreaterThan(1);
});

test('a new company is known for as long as the run takes, in any spelling', async () => {
	const { baseUrl, names, close } = await lookingUp();
	const now = performance.now.bind(performance);
	const clock = jest.spyOn(performance, 'now');
	clock.mockImplementation(() => now() + (names.length > 20 ? 90_000 : 0));
	// The last row begins when many others have ended.
	const others = Array.from({ length: 150 }, (_, n) => `Company ${n}`);
	await create(baseUrl, ['New Co', ...others, 'NEW CO']);
	clock.mockRestore();
	close();
	expect(names.toSorted()).toEqual([...others, 'New Co'].toSorted());
});

test('contracts of different companies do not wait for each other', async () => {
	const { baseUrl, names, most, close } = await lookingUp();
	await create(baseUrl, ['A', 'B', 'a', 'C', 'a', 'D', 'E', 'F']);
	close();
	// The service is not left to make one of `a` beside `A`.
	expect(names.toSorted()).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
	expect(most.atOnce).toBeGreaterThan(1);
});
