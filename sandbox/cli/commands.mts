import type { Command } from './command.mts';
import { reset, seed } from './data.mts';
import { faults } from './faults.mts';
import { deliveries, requests } from './inspect.mts';
import { listen } from './listen.mts';
import { mcp } from './mcp.mts';
import { clock, scenario } from './settings.mts';
import { start } from './start.mts';
import { trigger } from './trigger.mts';

export const COMMANDS: readonly Command[] = [
	start,
	trigger,
	listen,
	scenario,
	clock,
	faults,
	seed,
	reset,
	requests,
	deliveries,
	mcp,
];
