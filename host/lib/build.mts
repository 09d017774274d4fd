import { build } from './package.mts';

/** Builds the package and keeps on record of what, so that the suites that install it need not build it again. */
try {
	await build();
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
