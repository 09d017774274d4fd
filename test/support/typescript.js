/**
 * TypeScript for tests that read sources: loaded once per process, and from Node's compile cache. In Jest's sandbox each test
 * file would load it anew. It takes text and gives trees; nothing in it depends on the sandbox's globals.
 */
module.exports = process.getBuiltinModule('node:module').createRequire(__filename)('typescript');
