import { createSandbox, type Sandbox } from '../../sandbox/server.mts';

/** Prints what several sandboxes in one process answer. Run by Node itself, as the sandbox is an ES module. */
const sandboxes = await Promise.all([
	createSandbox({ seed: 'demo' }),
	createSandbox({ seed: 'empty', variants: ['dataWrapped'] }),
	createSandbox({ seed: 10 }),
]);
console.log(JSON.stringify(await Promise.all(sandboxes.map(facts))));
await Promise.all(sandboxes.map((sandbox) => sandbox.close()));

async function facts({ baseUrl, state }: Sandbox) {
	const { data } = await get(`${baseUrl}/contracts?limit=100`);
	const organization = await get(`${baseUrl}/organization`);
	const slug = (body: any) => ({ slug: body.slug });
	return {
		contracts: data.length,
		organization: organization.data ? { data: slug(organization.data) } : slug(organization),
		requests: state.log.entries().length,
	};
}

async function get(url: string): Promise<any> {
	return (await fetch(url, { headers: { 'x-api-key': 'sandbox-admin-key' } })).json();
}
