import { createRequire } from 'node:module';
import path from 'node:path';

interface Described {
	description: object;
}

/** What n8n's own generator writes about a description for those that build workflows by AI, before n8n has added parameters of its own. */
export function definitionOf(description: object, isTool = false): string {
	const require = createRequire(path.resolve('host/node_modules/n8n/package.json'));
	const { synthesizeNodeTypeDef } =
		require('./dist/modules/mcp-registry/synthesize-type-def.js') as {
			synthesizeNodeTypeDef: (description: object) => string;
		};
	if (!isTool) return synthesizeNodeTypeDef(description);
	const { convertNodeToAiTool } = require('./dist/tool-generation/index.js') as {
		convertNodeToAiTool: (node: Described) => Described;
	};
	// It is changed in place, and n8n is given it as JSON.
	const copy = JSON.parse(JSON.stringify(description));
	return synthesizeNodeTypeDef(convertNodeToAiTool({ description: copy }).description);
}
