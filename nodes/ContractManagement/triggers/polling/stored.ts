import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../api/shapes';
import type { PollState } from './state';
import type { Versions } from './version';

/** The layout of what is stored; data of another layout is not read. */
const LAYOUT = 1;

/**
 * The state as n8n's static data keeps it. The versions are one text: n8n wraps every object of static data, and ten
 * thousand of them would slow down each execution of the workflow.
 */
export function stored({ versions, ...state }: PollState, source: string): IDataObject {
	const lines = [...versions].map(([id, { updatedAt, status, print }]) =>
		// A counterparty's status may be any text, with blanks as well.
		[id, updatedAt, encodeURIComponent(status), ...(print === undefined ? [] : [print])].join(' '),
	);
	return { layout: LAYOUT, source, state: plain(state), versions: lines.join('\n') };
}

/** The state that was stored, or undefined where there is none for this source. */
export function restored(data: unknown, source: string): PollState | undefined {
	if (!isObject(data) || data.layout !== LAYOUT || data.source !== source) return undefined;
	const state = plain(data.state) as unknown as Omit<PollState, 'versions'>;
	return { ...state, versions: versionsOf(data.versions) };
}

function versionsOf(text: unknown): Versions {
	const lines = typeof text === 'string' && text !== '' ? text.split('\n') : [];
	return new Map(
		lines.map((line) => {
			const [id, updatedAt, status, print] = line.split(' ');
			return [
				id,
				{ updatedAt, status: decodeURIComponent(status), ...(print !== undefined && { print }) },
			];
		}),
	);
}

// n8n hands out proxies that report changes, and takes data without undefined values.
function plain(data: unknown): IDataObject {
	return JSON.parse(JSON.stringify(data)) as IDataObject;
}
