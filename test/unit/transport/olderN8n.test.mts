import { sizeOf } from '../../../nodes/ContractManagement/transport/files/upload';
import { forErrorOutput, pollBudgetMs } from '../../../nodes/ContractManagement/transport/olderN8n';

const stored = { id: 'filesystem-v2:1', data: 'filesystem-v2', mimeType: 'application/pdf' };
const context = { helpers: { getBinaryMetadata: async () => ({ fileSize: 12 }) } } as never;

test('the size of a file is beside it, in it, or that of its text', async () => {
	expect(await sizeOf(context, stored)).toBe(12);
	expect(await sizeOf(context, { ...stored, bytes: 0 })).toBe(0);
	expect(await sizeOf(context, { data: 'JVBERg==', mimeType: 'application/pdf' })).toBe(4);
});

test.each([
	['JVBERg==', 4],
	['JVBERg', 4],
	['JVBE\r\nRi0x\r\n', 6],
	['JVBERg==\n', 4],
	['JV BE Rg = =', 4],
	['JVBERg====', 4],
	['', 0],
])('%j is of %d bytes', async (data, bytes) => {
	expect(await sizeOf(context, { data, mimeType: 'application/pdf' })).toBe(bytes);
});

test('a file in memory is not decoded for its size', async () => {
	const decode = jest.spyOn(Buffer, 'from');
	await sizeOf(context, { data: 'JVBERg==', mimeType: 'application/pdf' });
	expect(decode).not.toHaveBeenCalled();
	decode.mockRestore();
});

test('a poll may take five minutes unless n8n says how long', () => {
	expect(pollBudgetMs({})).toBe(300_000);
	expect(pollBudgetMs({ getPollBudgetMs: () => 20_000 })).toBe(20_000);
});

test('what marks an item for the error output is not copied with it', () => {
	const item = forErrorOutput({ json: { error: 'bug' } }, 'bug');
	expect(item.error).toEqual({ message: 'bug' });
	expect({ ...item }).toEqual({ json: { error: 'bug' } });
});
