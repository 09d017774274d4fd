import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { effectOf } from '../api/effects';
import type { InvalidInput } from '../transport/errors/requestError';
import type { ApiRequest } from '../transport/exchange';
import { requestRecord } from '../transport/records';
import type { Ended } from './errorItem';
import type { Ids } from './path';
import { toItem, type ItemScope } from './scope';

/** What an item is to send, checked as far as that is possible without changing anything. */
export interface Prepared {
	/** Absent where it is sent together with others. */
	send?: () => Promise<INodeExecutionData[]>;
	together?: Together;
	/** What it means for items that were executed to be run again, as a sentence; said by what is declared when absent. */
	again?: string;
	/** Whether it may be sent again where nobody knows whether it was executed; by what is declared when absent. */
	mayRepeat?: boolean;
	/** What came of it, if the service shows that an earlier try of the run, which ended in this error, has executed it. */
	look?: (lost: Error) => Promise<INodeExecutionData[] | undefined>;
	/** What only one item of a run may write; the message is about the items that begin it. */
	once?: Omit<InvalidInput, 'errorId'> & { key: string };
}

/** An item that goes in one request with all that have the same key. */
export interface Together {
	key: string;
	part: object;
	/**
	 * @param staysToo whether what they leave out stays in any case: an earlier try has executed others of the key, or others
	 * were refused, and these may be sent again
	 * @returns what became of each, but for those that were not tried after a failure
	 */
	send(parts: object[], staysToo: boolean): Promise<Ended[]>;
}

/** Checks the item, and sends nothing but reads that many items share. `asked` is what is declared, with the item's ids. */
export type Prepare = (
	scope: ItemScope,
	asked: ApiRequest,
	ids: Ids,
) => Prepared | Promise<Prepared>;

/** How the words begin of what may be run again. */
export const HARMLESS = 'Running this again does no harm';

/** An operation, as far as it runs. */
export interface Runnable {
	declared: ApiRequest;
	/** Refuses what no item of it may have, by the saved parameters of the node, which are the same for all. */
	checkOf?: (saved: IDataObject) => (scope: ItemScope) => void;
	prepare: Prepare;
	/** Whether it changes something: then nothing is done twice, and what was done is told. */
	writes: boolean;
}

/** One request, one item: the first half of an operation that has none of its own. */
export const sendOne: Prepare = (scope, asked) => ({
	send: async () => [toItem(scope, await requestRecord(scope.connection, asked))],
	mayRepeat: effectOf(asked) !== 'adds',
});
