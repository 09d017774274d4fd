import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import type { PackedPackage } from '../../host/lib/package.mts';
import { median } from '../lib/stats.mts';
import type { Verdict } from '../lib/types.mts';

/** Loads what n8n has loaded anyway, then times our four entries. */
const REQUIRE = `
require('n8n-workflow'); require('luxon');
const { n8n } = require('./package.json');
const start = performance.now();
for (const file of [...n8n.nodes, ...n8n.credentials]) require('./' + file);
console.log(performance.now() - start);
`;

/** Size and load time of the package. */
export function judgePackage({ contents }: PackedPackage): Verdict[] {
	const kilobytes = contents.reduce((sum, file) => sum + statSync(file).size, 0) / 1024;
	const times = Array.from({ length: 7 }, () =>
		Number(execFileSync(process.execPath, ['-e', REQUIRE], { encoding: 'utf8' })),
	);
	const ms = median(times);
	return [
		{
			goal: 'at most 400 KB unpacked',
			figure: `${kilobytes.toFixed(0)} KB`,
			isMet: kilobytes <= 400,
		},
		{ goal: 'loads in at most 50 ms', figure: `${ms.toFixed(0)} ms`, isMet: ms <= 50 },
	];
}
