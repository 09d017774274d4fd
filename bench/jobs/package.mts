import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { definitionOf } from '../../test/support/definition.mts';
import type { Job } from '../lib/types.mts';

const RUNS = 9;

/** Loads what n8n has loaded anyway, then times our entries. */
const REQUIRE = `
require('n8n-workflow'); require('luxon');
const { n8n } = require('./package.json');
const start = performance.now();
for (const file of [...n8n.nodes, ...n8n.credentials]) require('./' + file);
console.log(performance.now() - start);
`;

function loadMs(): number {
	return Number(execFileSync(process.execPath, ['-e', REQUIRE], { encoding: 'utf8' }));
}

/** Tokens that the definition of the node costs those that build workflows by AI, at four characters each. */
function definitionTokens(): number {
	const file = path.resolve('dist/nodes/ContractManagement/ContractManagement.node.js');
	const { ContractManagement } = createRequire(import.meta.url)(file);
	const { description } = new ContractManagement();
	const name = 'n8n-nodes-contract-management.contractManagement';
	return Math.ceil(definitionOf({ ...description, name }).length / 4);
}

/** Size and load time of the package. */
export const PACKAGE_JOB: Job = {
	id: 'package',
	title: 'Package',
	inShortMode: true,
	run: async ({ packed }) => {
		const kilobytes = packed.contents.reduce((sum, file) => sum + statSync(file).size, 0) / 1024;
		// The fastest run: whatever else the machine does only adds to it.
		const ms = Math.min(...Array.from({ length: RUNS }, loadMs));
		const tokens = definitionTokens();
		const { dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
		const count = Object.keys(dependencies).length;
		return {
			results: {},
			verdicts: [
				{ goal: 'no dependencies', figure: String(count), isMet: count === 0 },
				{
					goal: 'at most 310 KB unpacked',
					figure: `${kilobytes.toFixed(0)} KB`,
					isMet: kilobytes <= 310,
				},
				{
					goal: 'loads in at most 50 ms once n8n-workflow and luxon are loaded',
					figure: `${ms.toFixed(0)} ms`,
					isMet: ms <= 50,
				},
				{
					goal: 'at most 8,000 tokens for the definition that AI builds with, without what n8n adds',
					figure: tokens.toLocaleString('en'),
					isMet: tokens <= 8_000,
				},
			],
		};
	},
};
