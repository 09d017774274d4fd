import type { Bench, Contender, Job, Results, Sample } from './types.mts';

/** Runs the contenders of a job in turn, so that whatever else the machine does hits all of them alike. */
export async function runJob(bench: Bench, job: Job): Promise<Results> {
	const contenders = await job.contenders(bench);
	const results: Results = Object.fromEntries(contenders.map(({ name }) => [name, []]));
	const repetitions = bench.isShort ? Math.min(3, job.repetitions) : job.repetitions;
	for (let round = 0; round <= repetitions; round++) {
		for (const contender of contenders) {
			const sample = await measure(bench, contender);
			// The first round warms up code, sockets and the database.
			if (round > 0 || repetitions === 1) results[contender.name]!.push(sample);
		}
		if (repetitions === 1) break;
	}
	return results;
}

async function measure({ sandbox }: Bench, contender: Contender): Promise<Sample> {
	await sandbox.control.clearRequests();
	const cost = await contender.run();
	const { total, maxConcurrent, byRoute } = await sandbox.control.requestSummary();
	const rejected = Object.values(byRoute).reduce(
		(sum, { statuses }) => sum + (statuses['429'] ?? 0),
		0,
	);
	console.log(
		`  ${contender.name.padEnd(28)} ${cost.ms.toFixed(0).padStart(8)} ms ${cost.cpuMs.toFixed(0).padStart(8)} ms CPU ${cost.peakMb.toFixed(0).padStart(6)} MB ${String(total).padStart(6)} requests ${String(rejected).padStart(5)} rejected ${String(cost.items).padStart(7)} items`,
	);
	return { ...cost, requests: total, rejected, maxConcurrent };
}
