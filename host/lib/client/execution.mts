export interface ExecutionItem {
	json: Record<string, any>;
	binary?: Record<string, { id?: string; fileName?: string; mimeType: string; fileSize?: string }>;
	pairedItem?: unknown;
	error?: unknown;
}

/** A finished execution as n8n stored it. */
export interface Execution {
	id: string;
	/** `success`, `error`, `canceled`, `crashed`, `waiting` */
	status: string;
	/** `manual`, `webhook`, `trigger`, … */
	mode: string;
	/** The error that ended it, with n8n's own fields. */
	error?: {
		name: string;
		message: string;
		description?: string | null;
		httpCode?: string | null;
		messages?: string[];
		context?: Record<string, any>;
		node?: { name: string };
	};
	/** Runs by node name, as in n8n. */
	runData: Record<string, any[]>;
	/** What a node put out: output 0 of its first run unless told otherwise; empty when it did not run. */
	items(node: string, output?: number, run?: number): ExecutionItem[];
}

interface StoredExecution {
	id: string | number;
	status: string;
	mode: string;
	data: string;
}

/** Reads an execution from the answer of `GET /rest/executions/:id`. */
export function readExecution({ id, status, mode, data }: StoredExecution): Execution {
	const { error, runData = {} } = unflatten(data).resultData;
	return {
		id: String(id),
		status,
		mode,
		error,
		runData,
		items: (node, output = 0, run = 0) => runData[node]?.[run]?.data?.main?.[output] ?? [],
	};
}

/** n8n stores the data of an execution `flatted`: an array in which every nested text or object is an index into it. */
function unflatten(text: string): any {
	const values: unknown[] = JSON.parse(text);
	const known = new Map<number, unknown>();
	function at(index: number): unknown {
		const value = values[index];
		if (value === null || typeof value !== 'object') return value;
		if (known.has(index)) return known.get(index);
		const copy: any = Array.isArray(value) ? [] : {};
		known.set(index, copy);
		for (const [key, nested] of Object.entries(value)) {
			copy[key] = typeof nested === 'string' ? at(Number(nested)) : nested;
		}
		return copy;
	}
	return at(0);
}
