/** A process that was started, whether it is ready or not. */
export interface Stoppable {
	/** Resolves when it has ended, for whatever reason. */
	ended: Promise<void>;
	/** Ends it in order. */
	stop(): Promise<void>;
}

/** Is told of a process as soon as there is one, so that it can be stopped before it is ready. */
export type OnSpawn = (spawned: Stoppable) => void;
