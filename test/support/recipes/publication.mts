import type { RecipeHost } from './host.mts';

/** Publishes and unpublishes one workflow of a test. */
export function publication(n8n: RecipeHost['n8n'], workflowId: string) {
	let isPublished = false;
	const end = async () => {
		if (isPublished) await n8n.unpublish(workflowId);
		isPublished = false;
	};
	return {
		/** Unpublishes it, if it is published. */
		end,
		/** Publishes it (anew), whereupon n8n polls at once. */
		async publish(): Promise<void> {
			await end();
			expect(await n8n.publish(workflowId)).toMatchObject({ status: 'published' });
			isPublished = true;
		},
	};
}
