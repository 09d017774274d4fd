import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { ContractManagement } from '../../nodes/ContractManagement/ContractManagement.node';

/** Every operation of the action node, `contract.getAll`, from its own description. */
export function operations(): string[] {
	return operationOptions().map(({ resource, option }) => `${resource}.${String(option.value)}`);
}

/** The requests that operations declare, as their descriptions state them. */
export function declaredRequests() {
	return operationOptions().flatMap(({ resource, option }) => {
		const { method = 'GET', url, body } = option.routing?.request ?? {};
		const operation = `${resource}.${String(option.value)}`;
		return url ? [{ operation, method: String(method), url: String(url), body }] : [];
	});
}

/** The same with what the editor and agents are told about them. */
export function operationOptions(): Array<{ resource: string; option: INodePropertyOptions }> {
	return pickers().flatMap((picker) => {
		const resource = String(picker.displayOptions?.show?.resource?.[0]);
		return (picker.options as INodePropertyOptions[]).map((option) => ({ resource, option }));
	});
}

/** The Operation list of each resource, as a node that is added today has it. */
export function pickers(): INodeProperties[] {
	const { properties, version } = new ContractManagement().description;
	const newest = [version].flat().at(-1)!;
	return properties.filter(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions!.show!['@version']!.includes(newest),
	);
}
