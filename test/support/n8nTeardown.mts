import { SHARED_SERVER, STOP_POSTGRES, type Shared } from './n8nSetup.mts';

export default async function teardown(): Promise<void> {
	const forAll = globalThis as Shared;
	await forAll[SHARED_SERVER]?.stop();
	await forAll[STOP_POSTGRES]?.();
}
