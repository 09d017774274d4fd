import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../http/apiError.mts';
import { FORM_FIELD_TYPES } from '../schemas/creationForm.mts';
import { closed, Enum, FieldValue, Name } from '../schemas/values.mts';
import { ORGANIZATIONS } from '../seed/base.mts';
import type { SandboxState } from '../state.mts';
import {
	addColumn,
	addFormField,
	changeColumn,
	changeFormField,
	removeColumn,
	removeFormField,
} from '../store/fields/change.mts';
import { checkedBody } from './checked.mts';

const change = {
	name: Type.Optional(Name()),
	required: Type.Optional(Type.Boolean()),
	options: Type.Optional(
		Type.Array(Type.Object({ id: Type.Optional(Type.String()), name: Type.String() }, closed)),
	),
};
const FormFieldChange = Type.Object(
	{
		...change,
		type: Type.Optional(Enum(FORM_FIELD_TYPES)),
		defaultValue: Type.Optional(FieldValue),
	},
	closed,
);
const ColumnChange = Type.Object({ ...change, type: Type.Optional(Type.String()) }, closed);

interface Params {
	Params: { id: string; fieldId: string };
}

/** What an administrator does to forms and tables after workflows were saved: fields and columns are made, changed, removed. */
export function fieldRoutes(app: FastifyInstance, state: SandboxState): void {
	const { database, catalogs } = state;
	const organizationId = ORGANIZATIONS.main.id;
	const ended = () => catalogs.forget();

	const formField = ({ id, fieldId }: Params['Params']) => {
		const type = catalogs.of(organizationId).contractTypes.get(id);
		if (!type) throw notFound('CONTRACT_TYPE_NOT_FOUND', id);
		const field = type.fields.find(({ definition }) => definition.id === fieldId);
		if (fieldId !== undefined && !field) throw notFound('FIELD_NOT_FOUND', fieldId);
		return type.id;
	};
	app.post<Params>('/contract-types/:id/fields', async (request, reply) => {
		const place = { organizationId, typeId: formField(request.params) };
		const id = addFormField(database, place, checkedBody(FormFieldChange, request));
		ended();
		return reply.code(201).send({ id });
	});
	app.patch<Params>('/contract-types/:id/fields/:fieldId', async (request) => {
		const { fieldId } = request.params;
		const input = checkedBody(FormFieldChange, request);
		changeFormField(database, formField(request.params), fieldId, input);
		ended();
		return { id: fieldId };
	});
	app.delete<Params>('/contract-types/:id/fields/:fieldId', async ({ params }, reply) => {
		removeFormField(database, formField(params), params.fieldId);
		ended();
		return reply.code(204).send();
	});

	const tableOf = (id: string) => {
		const table = catalogs.of(organizationId).customObjects.get(id);
		if (!table) throw notFound('CUSTOM_OBJECT_NOT_FOUND', id);
		return table;
	};
	const columnOf = ({ id, fieldId }: Params['Params']) => {
		const table = tableOf(id);
		const column = table.smartFields.find((field) => field.id === fieldId);
		if (!column) throw notFound('FIELD_NOT_FOUND', fieldId);
		return { table, column };
	};
	app.post<Params>('/custom-objects/:id/fields', async (request, reply) => {
		const input = checkedBody(ColumnChange, request);
		const id = addColumn(database, tableOf(request.params.id), input);
		ended();
		return reply.code(201).send({ id });
	});
	app.patch<Params>('/custom-objects/:id/fields/:fieldId', async (request) => {
		const { table, column } = columnOf(request.params);
		const input = checkedBody(ColumnChange, request);
		database.transaction(() => changeColumn(database, table, column, input));
		ended();
		return { id: column.id };
	});
	app.delete<Params>('/custom-objects/:id/fields/:fieldId', async ({ params }, reply) => {
		const { table, column } = columnOf(params);
		removeColumn(database, table, column);
		ended();
		return reply.code(204).send();
	});
}
