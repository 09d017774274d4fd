import type {
	IDataObject,
	INodeProperties,
	INodePropertyOptions,
	ResourceMapperTypeOptions,
} from 'n8n-workflow';
import { labelOf } from '../../api/names';
import { Field, type More } from '../../node/field';
import { fields, plain, type Fields } from '../../node/fields';
import { strangers } from './strangers';

export * from '../../node/fields';

/** API names as what can be chosen, in alphabetical order of their labels: `createdAt` is shown as Created At. */
export function choices(names: readonly string[]): INodePropertyOptions[] {
	return names.map((value) => ({ name: labelOf(value), value })).toSorted(byLabel('name'));
}

/** By what other versions, models and people who write a workflow by hand would filter where that is called otherwise. */
const WANTED: Record<string, string> = {
	Filters:
		'author authorEmail authorId contractType contractTypeId contractTypeIds contractTypeName counterparty counterpartyId counterpartyName createdAfter createdAt createdBefore createdFrom endAfter endAt endAtFrom endAtTo endBefore expiresWithin externalId folder folderId ids limit name query search signatureDate signedAfter signedBefore signedFrom startAfter startAt startAtFrom startAtTo startBefore state status statuses statusIn statusNot tag templateId type updatedAfter updatedAt updatedBefore updatedSince',
	// Gone: read all the same, or `offering` and `handOn` say what there is instead.
	Options: 'completeRecords dry dryrun DryRun fieldsFormat preview simulate tagExecutions',
};

/** Fields that are added one by one, in the order of their labels, lists last: Options, Filters, Update Fields. Its `parts` read themselves. */
export function collection<F extends Fields>(displayName: string, name: string, all: F) {
	const parts = fields(all, name);
	const own = plain(Object.values(parts));
	const sorted = own.toSorted(byLabel('displayName'));
	const isList = ({ type }: INodeProperties) => Number(type === 'fixedCollection');
	const isOther = (each: string) => !own.some((one) => one.name === each);
	const wanted = (WANTED[displayName]?.split(' ') ?? []).filter(isOther);
	const property: INodeProperties = {
		displayName,
		name,
		type: 'collection',
		placeholder: `Add ${displayName.split(' ').at(-1)!.slice(0, -1)}`,
		default: {},
		options: [...sorted.toSorted((a, b) => isList(a) - isList(b)), ...strangers(wanted)],
	};
	return new Field<IDataObject, F>(property, '', parts);
}

function byLabel<K extends string>(key: K) {
	return (a: Record<K, string>, b: Record<K, string>) => a[key].localeCompare(b[key]);
}

/** A list of which each entry has the same fields. */
export function list(
	displayName: string,
	placeholder: string,
	entry: [name: string, label: string],
	values: Fields,
): Field {
	const [name, label] = entry;
	return new Field({
		displayName,
		name: '',
		type: 'fixedCollection',
		placeholder,
		typeOptions: { multipleValues: true },
		default: {},
		options: [{ name, displayName: label, values: plain(Object.values(fields(values))) }],
	});
}

/** The mapper Fields, whose columns the editor reads from the service for what `dependsOn` names. */
export function mapper(dependsOn: string, own: ResourceMapperTypeOptions, more: More): Field {
	return new Field({
		displayName: 'Fields',
		name: 'fields',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		typeOptions: {
			loadOptionsDependsOn: [dependsOn],
			resourceMapper: {
				refreshStaleSchemaOnOpen: true,
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				supportAutoMap: true,
				// The notice of the method says what to do; the editor's own error would stand beside it.
				hideNoDataError: true,
				...own,
			},
		},
		...more,
	});
}
