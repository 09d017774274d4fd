const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

// The same cases in every run, so that a check never fails by chance: FC_SEED=random looks for new ones.
const seed = process.env.FC_SEED ?? '20261121';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });

/** fast-check with its seed, for the test files that use it. */
module.exports = fc;
