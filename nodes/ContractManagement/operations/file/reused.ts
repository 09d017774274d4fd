import { hint } from '../../transport/hint';
import { shared } from '../../transport/oncePerExecution';
import type { ItemScope } from '../../node/scope';

/**
 * Says where one file goes to several places of the execution, as far as its size, beginning and end tell.
 * @param place what tells one contract, or one of its files, from others
 * @param label the parameter that names the file
 */
export async function tellReused(
	{ connection }: ItemScope,
	{ name, print }: { name: string; print: string },
	place: string,
	label: string,
) {
	const first = await shared(connection, `${label} ${print}`, async () => place);
	if (first === place) return;
	const told = `The same file, '${name}', seems to go to several contracts, or twice to one. Check ${label}: $('…').first() gives each item the file of the first one.`;
	hint(connection.context, told);
}
