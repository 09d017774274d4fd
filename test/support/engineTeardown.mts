import { rmSync } from 'node:fs';
import { ENGINE_FOLDERS } from './engineFolders.mts';

// Not in a hook of each file: those do not run where no test of the file was chosen.
export default function teardown(): void {
	rmSync(process.env[ENGINE_FOLDERS]!, { recursive: true, force: true });
}
