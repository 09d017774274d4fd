import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

type Labels = Record<string, string>;

/** The line under a node on the canvas in the words of its lists, not in internal names: `Get Many: Contract`. */
export function operationSubtitle(properties: INodeProperties[]): string {
	const resources = optionLabels(properties.find(({ name }) => name === 'resource')!);
	const labels: Labels = {};
	for (const picker of properties.filter(({ name }) => name === 'operation')) {
		const resource = String(picker.displayOptions?.show?.resource?.[0]);
		for (const [operation, label] of Object.entries(optionLabels(picker))) {
			labels[`${resource}.${operation}`] = `${label}: ${resources[resource]}`;
		}
	}
	return `={{ ${lookUp(labels, '$parameter.resource + "." + $parameter.operation')} }}`;
}

/** The same for a trigger: the labels of its events. */
export function eventsSubtitle(properties: INodeProperties[]): string {
	const pickers = properties.filter(({ name }) => name === 'events');
	const labels: Labels = Object.assign({}, ...pickers.map(optionLabels));
	return `={{ $parameter.events.map((event) => ${lookUp(labels, 'event')} ?? event).join(", ") }}`;
}

function optionLabels({ options }: INodeProperties): Labels {
	const listed = (options ?? []) as INodePropertyOptions[];
	return Object.fromEntries(listed.map(({ name, value }) => [value, name]));
}

function lookUp(labels: Labels, key: string): string {
	return `(${JSON.stringify(labels)})[${key}]`;
}
