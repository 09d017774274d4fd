import type { Conflicts } from './statusChange';

/** What is said of two items of one contract, after their numbers. @param source of the ID, such as `$json.contract` */
export const oneItem = (source = '') => ({
	field: 'Contract',
	message: 'are of one contract, which is signed once, with all its files',
	description: `Put all files of a contract into one item, main document first: Aggregate with All Item Data and Include Binaries makes one item of those of a contract (of several contracts, within Loop Over Items), with the fields data, data_1 …, which Input Binary Field names in order. The ID then stands in data[0]${source.startsWith('$json') ? `: {{ ${source.replace('$json', '$json.data[0]')} }}` : ', in the property that has it now'}. Nothing was uploaded.`,
});

/** Why nothing more can be signed, whatever else is known of the contract ("States and transitions"). */
export const SETTLED: Conflicts = {
	signed: {
		message: 'The contract is already signed',
		description:
			'Nothing was changed; its signed files stay as they are. Read them with Download Signed Files.',
	},
	canceled: {
		message: 'The contract is canceled',
		description:
			'Nothing was changed. Only contracts that are draft, negotiating or signing can be marked as signed.',
	},
};

export const RUNNING = {
	message:
		'A signature process of the service or its signature provider is running for the contract',
	description:
		'Nothing was changed. Let that process end, or cancel it in the web application, before you mark the contract as signed.',
};
