import nock from 'nock';

// Importing nock switches it on, and Node's http module is one for all test files of a process: left on, requests of
// later files pass through nock's sockets, where a deadline's end becomes `write ECANCELED`.
nock.restore();

export { nock };

/** Requests meet nock's answers while the tests of this file run, and only then; what a test set up ends with it. */
export function interceptRequests() {
	beforeAll(() => nock.activate());
	afterEach(() => nock.cleanAll());
	afterAll(() => nock.restore());
}
