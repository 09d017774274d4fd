import { startContract } from './contract.mjs';
import { startContracts } from './contracts.mjs';
import { control } from './control.mjs';
import { startCounterparties } from './counterparties.mjs';
import { startDeliveries } from './deliveries.mjs';
import { byId } from './dom.mjs';
import { startFaults } from './faults.mjs';
import { startLive } from './live.mjs';
import { say, saying, sayProblem } from './notice.mjs';
import { startSituation } from './situation.mjs';
import { startRequests } from './requests.mjs';
import { closeContract } from './selection.mjs';
import { startTabs } from './tabs.mjs';
import { startWebhooks } from './webhooks.mjs';

startTabs(byId('activity-tabs'));
startContracts();
startContract();
startDeliveries();
startWebhooks();
startRequests();
startCounterparties();
startFaults();
startSituation();
startHeader();
startLive();

function startHeader() {
	control('GET', '/page/access').then(({ baseUrl, apiKey }) => {
		byId('base-url').textContent = baseUrl;
		byId('api-key').textContent = apiKey;
	}, sayProblem);
	document.addEventListener('click', ({ target }) => {
		const copied = target instanceof Element && target.closest('[data-copies]');
		if (copied) void copy(byId(copied.getAttribute('data-copies') ?? '').textContent);
	});
	byId('reset').addEventListener('click', () => byId('reset-dialog').showModal());
	byId('reset-dialog').addEventListener(
		'close',
		saying(async ({ target }) => {
			if (target.returnValue !== 'reset') return;
			target.returnValue = '';
			closeContract();
			await control('POST', '/reset', { keepWebhooks: true });
			return 'The sandbox is as it was at the start; its webhooks stay';
		}),
	);
}

async function copy(text) {
	try {
		await navigator.clipboard.writeText(text);
		say('Copied');
	} catch (error) {
		sayProblem(error);
	}
}
