import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { identifierIn } from '../api/identifiers';

/** The id that a locator of the node holds in the editor; undefined while it is empty, or an expression. */
export function chosenId(context: ILoadOptionsFunctions, locator: string): string | undefined {
	const value = context.getCurrentNodeParameter(locator, { extractValue: true });
	return identifierIn(value);
}
