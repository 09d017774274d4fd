import { heldAt, type Driver } from '../drive.mts';
import {
	expectSigned,
	outForSignature,
	publishSignedElsewhere,
	timesMarked,
} from '../signed-elsewhere.mts';

/** n8n is killed when the contract is signed and the tool was not told; the tool sends again. */
export const driver: Driver = async (host) => {
	const { sandbox } = host;
	const tool = await publishSignedElsewhere(host);
	const { id, parcel } = await outForSignature(sandbox, 2);
	return {
		start: async () => await tool.send(parcel),
		hold: async () => await heldAt(host, 'POST /contracts/:id/signed-version'),
		async finish() {
			const signed = { status: 200, body: { status: 'signed', contractId: id } };
			expect(await tool.send(parcel)).toEqual(signed);
		},
		async expectDone() {
			await expectSigned(sandbox, id, parcel);
			expect(await timesMarked(sandbox)).toBe(1);
			await host.n8n.unpublish(tool.workflow.id);
		},
	};
};
