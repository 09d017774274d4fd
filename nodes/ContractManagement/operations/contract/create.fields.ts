import { documentField } from './document';
import { leftOut, simplify } from '../../node/toolOutput.fields';
import {
	choice,
	collection,
	described,
	fields,
	json,
	mapper,
	inOptions,
	text,
	toggle,
} from '../shared/fields';
import {
	contractTypeLocator,
	counterpartyLocator,
	templateLocator,
} from '../shared/locators.fields';
import { additionalBody, fieldsAs } from '../shared/parameters.fields';

const WAYS = described({
	existing: ['Existing Counterparty', 'A counterparty of the service, from the list or by ID'],
	name: ['Name', 'The one of this name, in any letter case; created if there is none'],
	none: ['None', 'The contract has no counterparty yet'],
});

/** The editor reads its columns from the service; n8n's AI builder cannot, and uses `fieldsJson`. */
const formFields = leftOut(
	mapper(
		'contractTypeId.value',
		{
			resourceMapperMethod: 'getCreationFormFields',
			mode: 'add',
			multiKeyMatch: false,
			valuesLabel: 'Creation Form',
		},
		{
			description:
				'Values for the creation form. In expressions: options by name (several with semicolons), ISO dates, Markdown for rich text.',
		},
	),
);

export const integration = collection('Integration Link', 'integration', {
	externalEntity: text('External Entity', 'deal').says('The kind of record'),
	externalId: text('External ID', '0067Q00000ABCDEQAM'),
	externalUrl: text('External URL', 'https://crm.example.com/deals/1'),
	type: text('Type', 'crm').says('As the service calls the integration'),
}).with({
	placeholder: 'Add Property',
	description: 'The record of another system, such as a CRM deal',
});

const sourceIn = (version: number, byDefault: string) =>
	choice('Counterparty By', byDefault, WAYS, {
		name: 'counterpartySource',
		displayOptions: { show: { '@version': [version] } },
	});

/** In the order of the editor. n8n knows the default of a version. */
export const draft = fields({
	contractTypeId: contractTypeLocator,
	templateId: templateLocator,
	counterpartySource: sourceIn(1, 'existing'),
	counterpartySourceNow: sourceIn(1.1, 'name'),
	counterpartyId: counterpartyLocator.when({ counterpartySource: ['existing'] }),
	counterpartyName: text('Counterparty Name', {
		required: true,
		displayOptions: { show: { counterpartySource: ['name'] } },
		placeholder: 'e.g. Globex Corporation',
		description: 'The company that the contract is with',
		builderHint: { propertyHint: 'Created where it is new, but not by a tool' },
	}),
	name: text('Name', 'NDA Globex 2026').says('If empty, the service chooses one'),
	formFields,
	documentField,
	integration,
	findExisting: toggle('Find Existing', false, {
		builderHint: {
			propertyHint: 'Set true, with type, externalEntity and externalId of integration',
		},
	}).says(
		'Whether to return the contract of the same contract type and integration link, unless canceled, instead of a duplicate',
	),
	simplify,
});

export const createOptions = inOptions({
	additionalBody,
	fieldsJson: json('Fields (JSON)', {
		builderHint: {
			propertyHint:
				'One expression that gives an object, e.g. expr("{{ { \'Start date\': $json.start } }}"). Dates 2026-12-31, options by name; contractType.getCreationForm lists names and options.',
		},
	}).says(
		"By field name or ID; they override 'Fields'. For agents, or if the contract type is an expression.",
	),
	checkFields: toggle('Check Fields', true).says(
		'Whether to check and convert fields by the creation form. If off, they are sent unchanged, by ID.',
	),
	newCounterparty: toggle('New Counterparty').says('Whether a tool may name a company that is new'),
	richText: choice('Rich Text Is', 'markdown', {
		markdown: ['Markdown', 'Headings, bold, italic, links and lists become formatting'],
		plainText: ['Plain Text', 'The text is sent as is, without formatting'],
	}).says('How to read text for rich-text fields; Slate JSON is sent as is'),
	fieldsAs,
});
