/**
 * Loaded into n8n by EXTERNAL_HOOK_FILES: measures each execution in n8n's own process and appends one line of JSON per
 * execution to BENCH_LOG. Times in milliseconds, memory in MB. Sub-workflows are part of the execution that calls them.
 */
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');

let start;

function memory(field) {
	const line = readFileSync('/proc/self/status', 'utf8')
		.split('\n')
		.find((each) => each.startsWith(field));
	return Number(line.replace(/\D/g, '')) / 1024;
}

/** Collecting garbage takes longer than most deliveries of a webhook do, so those are only counted. */
function isMeasured({ name }, mode) {
	return mode !== 'integrated' && name?.startsWith('Measured');
}

async function preExecute(workflow, mode) {
	if (!isMeasured(workflow, mode)) return;
	global.gc();
	// 5 sets the high-water mark of the resident memory back to what is resident now.
	writeFileSync('/proc/self/clear_refs', '5');
	start = { cpu: process.cpuUsage(), idleMb: memory('VmRSS'), at: performance.now() };
}

async function postExecute(run, workflow) {
	if (run?.mode === 'integrated') return;
	const { status, startedAt, stoppedAt } = run ?? {};
	if (!isMeasured(workflow, run?.mode)) {
		const { user, system } = process.cpuUsage();
		const soFar = { cpuMs: (user + system) / 1000, rssMb: process.memoryUsage.rss() / 1024 ** 2 };
		const [last = []] = Object.values(run?.data?.resultData?.runData ?? {}).slice(-1);
		const items = last.reduce((sum, { data }) => sum + count(data?.main?.[0] ?? []), 0);
		return append({ workflowId: workflow.id, status, startedAt, stoppedAt, items, soFar });
	}
	const { user, system } = process.cpuUsage(start.cpu);
	const { error, runData = {} } = run?.data?.resultData ?? {};
	const nodes = Object.entries(runData).map(([name, runs]) => ({
		name,
		ms: runs.reduce((sum, { executionTime }) => sum + executionTime, 0),
		items: runs.reduce((sum, { data }) => sum + count(data?.main?.[0] ?? []), 0),
	}));
	append({
		workflowId: workflow.id,
		status,
		startedAt,
		stoppedAt,
		error: error?.message,
		nodes,
		ms: performance.now() - start.at,
		cpuMs: (user + system) / 1000,
		peakMb: memory('VmHWM') - start.idleMb,
	});
}

function append(line) {
	appendFileSync(process.env.BENCH_LOG, `${JSON.stringify(line)}\n`);
}

/** An item counts once, unless it says itself how many it stands for. */
function count(items) {
	return items.reduce((sum, { json }) => sum + (json?.benchItems ?? 1), 0);
}

module.exports = { workflow: { preExecute: [preExecute], postExecute: [postExecute] } };
