const {
	NodeApiError,
	NodeOperationError,
} = require('../../node_modules/n8n-workflow/dist/cjs/errors');
const { NodeConnectionTypes } = require('../../node_modules/n8n-workflow/dist/cjs/interfaces');
const { isResourceLocatorValue } = require('../../node_modules/n8n-workflow/dist/cjs/type-guards');
const { sleep, updateDisplayOptions } = require('../../node_modules/n8n-workflow/dist/cjs/utils');

const nodesUse = {
	...{ NodeApiError, NodeOperationError, NodeConnectionTypes },
	...{ isResourceLocatorValue, sleep, updateDisplayOptions },
};

/**
 * n8n-workflow for the unit suite: what the nodes use of it, and the whole for whoever takes more. With the whole comes
 * n8n's expression engine, which takes longer to load than most test files to run.
 */
module.exports = new Proxy(nodesUse, {
	get: (parts, name) => parts[name] ?? require('../../node_modules/n8n-workflow')[name],
});
