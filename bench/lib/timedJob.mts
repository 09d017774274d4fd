import type { Bench, Contender, Cost, Job, Results, Sample, TimedJob } from './types.mts';

const SHORT_REPETITIONS = 3;

/** A job whose contenders run in turn, so that whatever else the machine does hits all of them alike. */
export function timedJob({ judge, ...job }: TimedJob): Job {
	return {
		id: job.id,
		title: job.title,
		inShortMode: job.inShortMode,
		run: async (bench) => {
			const results = await rounds(bench, job);
			return { results, verdicts: judge(results) };
		},
	};
}

async function rounds(
	bench: Bench,
	{ contenders, repetitions, warmUp = true, freshProcess = false }: Omit<TimedJob, 'judge'>,
): Promise<Results> {
	const all = await contenders(bench);
	const results: Results = Object.fromEntries(all.map(({ name }) => [name, []]));
	const counted = bench.isShort ? Math.min(SHORT_REPETITIONS, repetitions) : repetitions;
	// A round before the first one warms up code, sockets and the database, where there is more than one.
	const warmUps = warmUp && counted > 1 && !freshProcess ? 1 : 0;
	for (let round = 1 - warmUps; round <= counted; round++) {
		for (const contender of all.filter(({ once }) => !once || round === 1)) {
			if (freshProcess && !contender.isBare) await bench.n8n.restart();
			const sample = await measure(bench, contender);
			if (round > 0) results[contender.name]!.push(sample);
		}
	}
	return results;
}

async function measure({ sandbox }: Bench, contender: Contender): Promise<Sample> {
	await contender.prepare?.();
	await sandbox.control.clearRequests();
	const cost = await contender.run();
	const { total, maxConcurrent, byRoute } = await sandbox.control.requestSummary();
	const rejected = Object.values(byRoute).reduce(
		(sum, { statuses }) => sum + (statuses['429'] ?? 0),
		0,
	);
	const sample = { ...cost, requests: total, rejected, maxConcurrent };
	print(contender, sample);
	assertDelivered(contender, cost);
	await contender.check?.();
	return sample;
}

/** A run that throws when it does not deliver what it should. */
export function delivering(contender: Contender): Contender['run'] {
	return async () => {
		const cost = await contender.run();
		assertDelivered(contender, cost);
		return cost;
	};
}

function print({ name }: Contender, sample: Sample): void {
	const { ms, cpuMs, peakMb, requests, rejected, items, error } = sample;
	const figure = (value: number, width: number) => value.toFixed(0).padStart(width);
	console.log(
		`  ${name.padEnd(38)} ${figure(ms, 7)} ms ${figure(cpuMs, 7)} ms CPU ${figure(peakMb, 5)} MB ${figure(requests, 5)} requests ${figure(rejected, 4)} rejected ${figure(items, 6)} items${error ? `, ${error}` : ''}`,
	);
}

function assertDelivered(contender: Contender, { items, error }: Cost): void {
	const { name, delivers, fails, mayFail } = contender;
	if (error !== undefined && mayFail?.test(error)) return;
	if (fails) {
		if (error === undefined || !fails.test(error)) {
			throw new Error(`${name} was expected to fail with ${fails}, but ended with ${error}`);
		}
	} else if (error !== undefined) {
		throw new Error(`${name} failed: ${error}`);
	} else if (delivers !== undefined && items !== delivers) {
		throw new Error(`${name} delivered ${items} items instead of ${delivers}`);
	}
}
