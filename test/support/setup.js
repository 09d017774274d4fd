// Jest reads `testTimeout` for all projects together only, so each project hands its own limit over as a global.
jest.setTimeout(globalThis.testTimeoutMs);
jest.retryTimes(globalThis.retries, { logErrorsBeforeRetry: true, retryImmediately: true });
