import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { until } from '../../host/lib/client/until.mts';
import { launchBrowser, PATIENCE_MS } from '../support/browser.mts';
import {
	contractId,
	counterpartyFields,
	counterpartyId,
	customObjects,
	lineItem,
	productId,
} from '../support/demo.mts';
import { startReceiver } from '../support/receiver.mts';
import { startSandbox, type Sandbox } from '../support/sandbox.mts';

let sandbox: Sandbox;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
	[sandbox, browser] = await Promise.all([startSandbox({ seed: 'demo' }), launchBrowser()]);
});
afterAll(async () => {
	await browser?.close();
	await sandbox?.stop();
});

beforeEach(async () => {
	await sandbox.control.reset();
	problems = [];
	context = await browser.newContext();
	context.setDefaultTimeout(PATIENCE_MS);
	page = await context.newPage();
	page.on('pageerror', (error) => problems.push(String(error)));
	page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
	await page.goto(sandbox.origin);
	await page.getByText('Live', { exact: true }).waitFor();
	// It reads the contracts a moment later.
	await rows().first().waitFor();
});
afterEach(async () => {
	await context.close();
	expect(problems).toEqual([]);
});

const rows = () => page.locator('#contract-rows tr');
const search = () => page.getByLabel('Name', { exact: true });
const notice = () => page.locator('#notice');

const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');

async function newest(status: string) {
	const [contract] = await sandbox.control.contracts({ status, organization: 'main' });
	return contract!;
}

const rowOf = (name: string) => page.getByRole('button', { name, exact: true }).first();

/** Searches by the name, and waits for the end: the rows that are there before are replaced, and what is done to them is lost. */
async function find(name: string): Promise<void> {
	await search().fill(name);
	const others = rows().locator('.name').filter({ hasNotText: name });
	await others.first().waitFor({ state: 'detached' });
	await rowOf(name).waitFor();
}

async function open(name: string): Promise<void> {
	await find(name);
	await rowOf(name).click();
	await page.getByRole('heading', { name, exact: true }).waitFor();
}

test('shows the contracts with their states, and page after page all of them', async () => {
	// What people look for next is in view on a small screen.
	await page.setViewportSize({ width: 1280, height: 800 });
	await expectVisible(page.getByRole('tab', { name: 'Webhooks' }));
	const all = await sandbox.control.contracts({ organization: 'main' });
	const names: string[] = [];
	for (let more = true; more; ) {
		await rows().first().waitFor();
		names.push(...(await rows().locator('.name').allInnerTexts()));
		const next = page.getByRole('button', { name: 'Next page' });
		more = await next.isEnabled();
		const [first] = names.slice(-6);
		if (more) {
			await next.click();
			await rows().first().getByText(first!, { exact: true }).waitFor({ state: 'detached' });
		}
	}
	expect(names.sort()).toEqual(all.map(({ name }) => name).sort());

	await page.getByRole('button', { name: 'Previous page' }).click();
	await rows().nth(5).waitFor();
});

test('filters by status and by a part of the name', async () => {
	await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('signed');
	const others = rows()
		.locator('.status')
		.filter({ hasNotText: /^signed$/ });
	await others.first().waitFor({ state: 'detached' });
	const { name } = await newest('signed');
	await search().fill(name.toUpperCase());
	await page.getByRole('button', { name, exact: true }).first().waitFor();
	await search().fill('no contract is called like this');
	await page.getByText('No contract fits.').waitFor();
});

test('a person opens a contract, sees its fields, opens its PDF and signs it', async () => {
	const contract = await newest('draft');
	await open(contract.name);
	const shown = (await sandbox.api('GET', `/contracts/${contract.id}`)).body;
	for (const field of shown.fields) {
		await page.locator('#contract-fields').getByText(field.name, { exact: true }).first().waitFor();
	}

	const link = page.locator('#contract-files a').first();
	const pdf = await fetch((await link.getAttribute('href'))!);
	expect(pdf.headers.get('content-type')).toBe('application/pdf');
	expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');

	await page.getByRole('button', { name: 'Sign', exact: true }).click();
	await page.getByText('The status of a signed contract does not change any more.').waitFor();
	await notice().getByText('is now signed').waitFor();
	const signed = (await sandbox.api('GET', `/contracts/${contract.id}`)).body;
	expect(signed.status).toBe('signed');
	expect(signed.signatureDate).toEqual(expect.any(String));
	const files = (await sandbox.api('GET', `/contracts/${contract.id}/signed-files`)).body;
	expect(files).toHaveLength(1);
});

test.each([
	['Negotiate', 'negotiating', null],
	['Send for signature', 'signing', 'native'],
	['Sent with another tool', 'signing', 'external'],
	['Cancel contract', 'canceled', null],
])('%s makes a draft %s', async (button, status, signatureProcess) => {
	const contract = await newest('draft');
	await open(contract.name);
	await page.getByRole('button', { name: button, exact: true }).click();
	await page.locator('#contract-state').getByText(status, { exact: true }).waitFor();
	const changed = await sandbox.control.contract(contract.id);
	expect(changed).toMatchObject({ status, signatureProcess });
});

test('creates a demo contract and opens it', async () => {
	const before = await sandbox.control.contracts({ organization: 'main' });
	await page.getByRole('button', { name: 'New demo contract' }).click();
	await notice().getByText('Created').waitFor();
	await page.locator('#contract-state').getByText('draft').waitFor();
	const after = await sandbox.control.contracts({ organization: 'main' });
	expect(after).toHaveLength(before.length + 1);
	const { fields } = (await sandbox.api('GET', `/contracts/${after[0]!.id}`)).body;
	expect(fields.filter(({ value }: { value: unknown }) => value === null)).toEqual([]);
});

test('demo contracts end a year or more after they start, and a period is 36 months', async () => {
	const { contractTypes } = await sandbox.control.fixtures();
	for (const type of contractTypes) {
		const values = await page.evaluate<Record<string, string>>(
			`import('/page/demoContract.mjs').then(({ fieldsOf }) => fieldsOf(${JSON.stringify(type)}))`,
		);
		const of = (name: string) =>
			values[type.fields.find((field: { name: string }) => field.name === name)?.id];
		const start = of('Start date') ?? new Date().toISOString().slice(0, 10);
		const least = new Date(Date.parse(start) + 365 * 86_400_000).toISOString().slice(0, 10);
		expect(of('End date')! >= least).toBe(true);
		expect([36, undefined]).toContain(of('Confidentiality period'));
	}
});

test('creates demo contracts in an empty sandbox too', async () => {
	await sandbox.control.reset('empty');
	await page.getByText('No contract fits.').waitFor();
	await page.getByRole('button', { name: 'New demo contract' }).click();
	await rows().first().waitFor();
	expect(await rows().count()).toBe(1);
});

test('event deliveries appear while they happen, and can be sent again', async () => {
	const { url, received, stop } = await receiver();
	try {
		await page.getByRole('tab', { name: 'Webhooks' }).click();
		await page.getByRole('textbox', { name: 'URL', exact: true }).fill(url);
		await page.getByRole('textbox', { name: 'Secret', exact: true }).fill('page secret');
		await page.getByRole('button', { name: 'Add webhook' }).click();
		await page.locator('#webhook-rows').getByText(url).waitFor();

		await page.getByRole('tab', { name: 'Event deliveries' }).click();
		const contract = await newest('draft');
		// Somebody else changes the contract: the page learns of it without being touched.
		await sandbox.control.setContractState(contract.id, { status: 'signed' });
		const deliveries = page.locator('#delivery-rows tr');
		await deliveries.nth(1).waitFor();
		await deliveries.getByText('delivered').nth(1).waitFor();
		expect(received).toHaveLength(2);

		await deliveries.first().getByRole('button', { name: 'Send again' }).click();
		await deliveries.getByText('2 attempts').waitFor();
		expect(received).toHaveLength(3);
		await deliveries.first().locator('summary').click();
		await deliveries.first().getByText(contract.id.slice(-36)).first().waitFor();

		await page.getByRole('tab', { name: 'Webhooks' }).click();
		await page.getByRole('button', { name: `Remove ${url}` }).click();
		await page.getByText('No webhook is subscribed.').waitFor();
		expect(await sandbox.control.subscriptions()).toEqual([]);
	} finally {
		await stop();
	}
});

test('the first webhook works with the credential of npm start, and its answer stands beside Sign', async () => {
	const message = 'The secret is missing';
	const { url, stop } = await receiver(401, JSON.stringify({ message }));
	try {
		await sandbox.control.subscribe({ url: 'http://127.0.0.1:1/', secret: 'of npm start' });
		await page.getByRole('tab', { name: 'Webhooks' }).click();
		await page.locator('#webhook-rows').getByText('of npm start').waitFor();
		await page.getByRole('textbox', { name: 'URL', exact: true }).fill(url);
		await page.getByRole('button', { name: 'Add webhook' }).click();
		await page.locator('#webhook-rows').getByText(url).waitFor();
		const subscription = (await sandbox.control.subscriptions()).find((one) => one.url === url);
		expect(subscription).toMatchObject({
			secret: 'of npm start',
			sendSecretHeader: 'x-webhook-secret',
		});
		await open((await newest('draft')).name);
		await page.getByRole('button', { name: 'Sign', exact: true }).click();
		// Of two webhooks it is the one that was just added.
		const events = page.locator('#contract-events p').filter({ hasText: url });
		await events.getByText(`HTTP 401: ${message}`).first().waitFor();
	} finally {
		await stop();
	}
});

test('on a phone nothing is wider than the page, and an opened contract comes into view', async () => {
	await page.setViewportSize({ width: 390, height: 844 });
	for (const tab of await page.getByRole('tab').all()) {
		await tab.click();
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
		const widths = `[...document.querySelectorAll('[role="tabpanel"]:not([hidden]) .scroll')].map((each) => each.scrollWidth - each.clientWidth)`;
		expect(await page.evaluate(widths)).toEqual([0]);
	}
	await rows().first().getByRole('button').click();
	await expectVisible(page.locator('#contract-name'));
});

/** Waits until it stands inside of the window. */
async function expectVisible(element: Locator): Promise<void> {
	await element.waitFor();
	const isInside = async () => {
		const { y, height } = (await element.boundingBox())!;
		return y >= 0 && y + height <= page.viewportSize()!.height;
	};
	await until(isInside, Boolean, 'element inside of the window');
}

test('a delivery shows why the receiver refused it', async () => {
	const message = 'The secret is missing';
	const { url, stop } = await receiver(401, JSON.stringify({ status: 'refused', message }));
	try {
		await sandbox.control.subscribe({ url, events: ['contract.signed'] });
		const contract = await newest('draft');
		await sandbox.control.setContractState(contract.id, { status: 'signed' });
		const refused = `HTTP 401: refused, ${message}`;
		await page.locator('#delivery-rows summary').getByText(refused).waitFor();
	} finally {
		await stop();
	}
});

test('a delivery says which webhook it went to, also when that was removed', async () => {
	const { url, stop } = await receiver();
	const long = `${url}/${'0'.repeat(40)}/second`;
	try {
		const first = await sandbox.control.subscribe({ url, events: ['contract.signed'] });
		await sandbox.control.subscribe({ url: long, events: ['contract.signed'] });
		const contract = await newest('draft');
		await sandbox.control.setContractState(contract.id, { status: 'signed' });
		const deliveries = page.locator('#delivery-rows tr');
		await deliveries.getByText('delivered').nth(1).waitFor();
		await deliveries.getByText(url, { exact: true }).waitFor();
		await deliveries.getByText(long, { exact: true }).waitFor();

		await sandbox.control.unsubscribe(first.id);
		await deliveries.getByText('a removed webhook').waitFor();
		expect(await deliveries.getByText(long, { exact: true }).count()).toBe(1);
	} finally {
		await stop();
	}
});

test('shows API requests while they happen', async () => {
	await page.getByRole('tab', { name: 'Requests' }).click();
	await page.getByText('No request yet.').waitFor();
	await sandbox.api('GET', '/organization');
	await sandbox.api('GET', '/contracts?limit=1', undefined, { key: null });
	const requests = page.locator('#request-rows tr');
	await requests.nth(1).waitFor();
	expect(await requests.nth(0).innerText()).toMatch(/GET.*\/v2\/contracts\?limit=1.*none.*401/s);
	expect(await requests.nth(1).innerText()).toMatch(/GET.*\/v2\/organization.*admin.*200/s);
});

test('switches a fault on and off', async () => {
	await page.getByRole('tab', { name: /^Faults/ }).click();
	await page
		.getByRole('combobox', { name: 'Fault', exact: true })
		.selectOption({ label: 'Unavailable: 503 three times' });
	await page.getByRole('button', { name: 'Switch on' }).click();
	await page.getByText('3 left').waitFor();
	expect((await sandbox.api('GET', '/organization')).status).toBe(503);
	await page.getByText('2 left').waitFor();
	await page.getByRole('button', { name: 'Switch all off' }).click();
	await page.getByText('No fault is on').waitFor();
	expect((await sandbox.api('GET', '/organization')).status).toBe(200);
});

test('plays a scenario, moves the clock and limits requests', async () => {
	await page.getByRole('tab', { name: /^Scenario and clock/ }).click();
	const situation = page.getByRole('tabpanel', { name: /^Scenario and clock/ });
	await situation
		.getByRole('row', { name: /^outage/ })
		.getByRole('button', { name: 'Play' })
		.click();
	await page.getByRole('tab', { name: 'Scenario and clock (outage)' }).waitFor();
	expect((await sandbox.api('GET', '/organization')).status).toBe(503);
	await situation.getByRole('button', { name: 'End the scenario' }).click();
	await page.getByRole('tab', { name: 'Scenario and clock', exact: true }).waitFor();
	expect((await sandbox.api('GET', '/organization')).status).toBe(200);

	await situation.getByRole('button', { name: '30 days forward' }).click();
	await situation.getByText(/UTC, moved/).waitFor();
	await situation.getByRole('button', { name: 'Set the clock back' }).click();
	await situation.getByText(/UTC$/).waitFor();

	await situation
		.getByRole('row', { name: /^strict/ })
		.getByRole('button', { name: 'Play' })
		.click();
	await situation.getByText('2 requests a second, 5 at once; answers wait 0 ms').waitFor();
	await situation.getByLabel('Every answer waits').fill('1');
	await situation.getByRole('button', { name: 'Set limits' }).click();
	await situation.getByText('2 requests a second, 5 at once; answers wait 1 ms').waitFor();
	await page.getByRole('tab', { name: 'Scenario and clock (strict)' }).waitFor();

	await situation.getByLabel('Requests per second').fill('1');
	await situation.getByRole('button', { name: 'Set limits' }).click();
	await situation.getByText('1 requests a second, 1 at once').waitFor();
	await page.getByRole('tab', { name: 'Scenario and clock', exact: true }).waitFor();
	const statuses = [];
	for (let request = 0; request < 3; request++) {
		statuses.push((await sandbox.api('GET', '/organization')).status);
	}
	expect(statuses).toContain(429);
});

test('names are data: markup in them is shown and never run', async () => {
	const name =
		'<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
	await sandbox.control.createContract({ name });
	await page.getByRole('button', { name, exact: true }).click();
	await page.getByRole('heading', { name, exact: true }).waitFor();
	expect(await page.locator('main img, main script').count()).toBe(0);
	expect(await page.title()).toBe('Contract Management Sandbox');
});

test('shows the records of dynamic tables by the names of their fields, and new ones at once', async () => {
	await page.goto(`${sandbox.origin}/#${contractId(3)}`);
	const table = page.getByRole('table', { name: 'Line items' });
	await table.waitFor();
	expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
		'Description',
		'Quantity',
		'Product',
	]);
	const before = await table.locator('tbody tr').count();
	const markup = '<img src=x onerror="document.title=1">';
	await addLines([[markup, 7], ['x'.repeat(500)]]);
	const [first, second] = [
		table.locator('tbody tr').nth(before),
		table.locator('tbody tr').nth(before + 1),
	];
	await second.waitFor();
	expect(await first.getByRole('cell').allInnerTexts()).toEqual([
		markup,
		'7',
		'Linear actuator LA-40',
	]);
	expect((await second.getByRole('cell').first().innerText()).length).toBeLessThan(100);
	expect(await second.getByTitle('x'.repeat(500)).count()).toBe(1);
	expect(await page.getByRole('table', { name: 'Milestones' }).count()).toBe(0);
	// No list of the API shows the ids of custom objects.
	await page.locator('#contract-tables').getByText(customObjects.lineItems).waitFor();
	await page.getByRole('button', { name: 'Copy the ID of Milestones' }).waitFor();

	await addLines(Array.from({ length: 20 }, (_, line) => [`Line ${line}`]));
	await page.getByText(`and ${before + 2} more`).waitFor();
});

async function addLines(lines: Array<[description: string, quantity?: number]>): Promise<void> {
	const records = lines.map(([description, quantity = 1]) => ({
		fields: [
			{ smartFieldId: lineItem.description, value: description },
			{ smartFieldId: lineItem.quantity, value: quantity },
			{ smartFieldId: lineItem.product, value: productId(1) },
		],
	}));
	const path = `/custom-objects/${customObjects.lineItems}/contract/${contractId(3)}/records`;
	const { status } = await sandbox.api('PUT', path, { records });
	expect(status).toBe(200);
}

test('shows counterparties with their own fields, what changed last first, while they change', async () => {
	const { country, employees } = counterpartyFields;
	const company = { id: counterpartyId(3), name: 'Baltic Freight AS' };
	const other = { name: 'Fjord Analytics AS' };
	await page.setViewportSize({ width: 390, height: 844 });
	await page.getByRole('tab', { name: 'Requests' }).click();
	await page.keyboard.press('ArrowRight');
	expect(await focused()).toBe('Counterparties');
	const panel = page.getByRole('tabpanel', { name: 'Counterparties' });
	const companies = panel.locator('tbody tr');
	await companies.first().waitFor();
	await panel.getByText('There are more').waitFor();

	// Two workflows, each a field of its own.
	const markup = '<img src=x onerror="document.title=1">';
	const path = `/counterparties/${company.id}`;
	await sandbox.api('PATCH', path, { fields: { [country]: markup } });
	await sandbox.api('PATCH', path, { fields: { [employees]: 7 }, status: 'archived' });
	const first = companies.first();
	await first.getByText(markup).waitFor();
	await first.getByText('Employees: 7').waitFor();
	await first.getByText('Industry: ').waitFor();
	expect(await first.getByRole('cell').first().innerText()).toBe(company.name);
	expect(await first.locator('.status').innerText()).toBe('archived');
	const { updatedAt } = (await sandbox.api('GET', path)).body;
	expect(await first.locator('time').getAttribute('datetime')).toBe(updatedAt);
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);

	await page.getByLabel('Company').fill(other.name.toLowerCase());
	await companies.getByText(company.name).waitFor({ state: 'detached' });
	expect(await companies.locator('.name').allInnerTexts()).toEqual([other.name]);
	await page.getByLabel('Company').fill('nobody is called so');
	await page.getByText('No counterparty fits.').waitFor();
});

test('works with the keyboard alone, and live updates do not take the focus away', async () => {
	const contract = await newest('draft');
	await find(contract.name);
	await rowOf(contract.name).focus();
	await page.keyboard.press('Enter');
	const negotiate = page.getByRole('button', { name: 'Negotiate' });
	await negotiate.focus();
	await sandbox.control.setContractState(contract.id, { endAt: '2031-01-01T00:00:00.000Z' });
	await page.locator('#contract-facts').getByText('2031').waitFor();
	expect(await focused()).toBe('Negotiate');

	await page.getByRole('tab', { name: 'Event deliveries' }).focus();
	await page.keyboard.press('ArrowRight');
	expect(await focused()).toBe('Webhooks');
	expect(await page.locator('#webhooks').isVisible()).toBe(true);
	await page.keyboard.press('End');
	expect(await page.locator('#faults').isVisible()).toBe(true);
});

test.each([
	['mouse', () => page.mouse.down(), () => page.mouse.up()],
	['keyboard', () => page.keyboard.down('Space'), () => page.keyboard.up('Space')],
])('a live update waits until a click with the %s is over', async (_, press, release) => {
	const shown = rows().locator('button').nth(3);
	const name = await shown.innerText();
	await shown.hover();
	await shown.focus();
	await press();
	const read = page.waitForResponse(/\/_sandbox\/page\/contracts\?/);
	await sandbox.control.createContract({ name: 'Made during the click' });
	await (await read).finished();
	// The page has had its chance to render what it read.
	await page.evaluate('new Promise((done) => setTimeout(() => requestAnimationFrame(done)))');
	await release();
	await page.getByRole('heading', { name, exact: true }).waitFor();
	await rowOf('Made during the click').waitFor();
});

test('the address in contractUrl opens the contract', async () => {
	const contract = await newest('signed');
	const { contractUrl } = (await sandbox.api('GET', `/contracts/${contract.id}`)).body;
	await page.goto(contractUrl);
	await page.getByRole('heading', { name: contract.name, exact: true }).waitFor();
	await page.getByRole('button', { name: 'Close the contract' }).click();
	await page.getByText('Choose a contract').waitFor();
});

test('Reset asks first, then takes everything back but the webhooks', async () => {
	const webhook = await sandbox.control.subscribe({ url: 'http://127.0.0.1:1/' });
	const contract = await sandbox.control.createContract({ name: 'Made before the reset' });
	await page.getByRole('button', { name: 'Reset', exact: true }).click();
	await page.getByRole('button', { name: 'Keep everything' }).click();
	expect(await sandbox.control.contract(contract.id)).toMatchObject({ id: contract.id });
	await page.getByRole('button', { name: 'Reset', exact: true }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
	await notice().getByText('as it was at the start').waitFor();
	await expect(sandbox.control.contract(contract.id)).rejects.toThrow('404');
	expect(await sandbox.control.subscriptions()).toEqual([webhook]);
});

test('loads nothing from anywhere else', async () => {
	const hosts = new Set<string>();
	page.on('request', (request) => hosts.add(new URL(request.url()).origin));
	await page.reload();
	await page.getByText('Live', { exact: true }).waitFor();
	expect([...hosts]).toEqual([sandbox.origin]);
});

async function receiver(status = 200, says = '') {
	return Object.assign(await startReceiver(), { otherwise: status, says });
}
