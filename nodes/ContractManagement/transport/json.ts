import { parsedJson } from '../api/options';
import type { Exchange } from './exchange';

/** The same answer with the JSON that its text holds, if it does. */
export function withJson(answer: Exchange): Exchange {
	const { body } = answer;
	return typeof body === 'string' ? { ...answer, body: parsedJson(body) } : answer;
}
