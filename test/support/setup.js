const fc = require('fast-check');

// Jest reads `testTimeout` for all projects together only, so each project hands its own limit over as a global.
jest.setTimeout(globalThis.testTimeoutMs);
jest.retryTimes(globalThis.retries, { logErrorsBeforeRetry: true, retryImmediately: true });

// The same cases in every run, so that a check never fails by chance: FC_SEED=random looks for new ones.
const seed = process.env.FC_SEED ?? '20261121';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
