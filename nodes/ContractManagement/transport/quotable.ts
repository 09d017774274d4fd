import { isSuccess, type ApiRequest, type Exchange } from './exchange';
import { redacted, redactor } from './redaction';

/**
 * The answer with nothing in it that must not be shown, where it is no success: a refusal may repeat what was sent, and
 * what it says is quoted. Its headers stay: a redirect's may lead to a file.
 */
export function quotable(secrets: Iterable<string>, asked: ApiRequest, answer: Exchange): Exchange {
	if (isSuccess(asked, answer)) return answer;
	const redact = redactor(secrets);
	const { body, reason } = answer;
	return {
		...answer,
		...(body !== undefined && { body: redacted(body, redact) }),
		...(reason !== undefined && { reason: redact(reason) }),
	};
}
