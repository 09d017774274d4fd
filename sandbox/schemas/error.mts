import { Type, type Static } from '@sinclair/typebox';

/** "Errors": the names that go into `statusCode` of the error body. */
export const STATUS_NAMES = {
	400: 'BAD_REQUEST',
	401: 'UNAUTHORIZED',
	403: 'FORBIDDEN',
	404: 'NOT_FOUND',
	409: 'CONFLICT',
	429: 'TOO_MANY_REQUESTS',
	500: 'INTERNAL_SERVER_ERROR',
} as const;
export type ErrorStatus = keyof typeof STATUS_NAMES;

/** Every `errorId` with its status and meaning. Those up to INVALID_STATUS_TRANSITION are the specification's. */
export const ERROR_IDS = {
	CONTRACT_NOT_FOUND: { status: 404, meaning: 'Contract does not exist' },
	COUNTERPARTY_NOT_FOUND: { status: 404, meaning: 'Counterparty does not exist' },
	TEMPLATE_NOT_FOUND: { status: 404, meaning: 'Template does not exist' },
	MEMBER_NOT_FOUND: { status: 404, meaning: 'Member does not exist' },
	FIELD_NOT_FOUND: { status: 400, meaning: 'Unknown field name or id' },
	FIELD_OPTION_NOT_FOUND: { status: 400, meaning: 'Unknown option for a select field' },
	INVALID_STATUS_TRANSITION: { status: 409, meaning: 'Cannot move to the requested status' },
	CONTRACT_TYPE_NOT_FOUND: { status: 404, meaning: 'Contract type does not exist' },
	CLAUSE_NOT_FOUND: { status: 404, meaning: 'Clause does not exist' },
	CUSTOM_OBJECT_NOT_FOUND: { status: 404, meaning: 'Custom object does not exist' },
	RECORD_NOT_FOUND: { status: 404, meaning: 'Record of a custom object does not exist' },
	FILE_NOT_FOUND: { status: 404, meaning: 'File does not exist' },
	ROUTE_NOT_FOUND: { status: 404, meaning: 'No such method and path' },
	INVALID_API_KEY: { status: 401, meaning: 'Invalid or missing API key' },
	INSUFFICIENT_PERMISSIONS: { status: 403, meaning: 'The API key may not do this' },
	INVALID_SIGNED_URL: { status: 403, meaning: 'The signed URL was altered or has expired' },
	INVALID_JSON: { status: 400, meaning: 'The body is not readable JSON' },
	INVALID_BODY: { status: 400, meaning: 'The body does not have the described shape' },
	INVALID_PARAMETER: { status: 400, meaning: 'A path or query parameter is not allowed' },
	INVALID_CURSOR: { status: 400, meaning: 'The cursor is broken or belongs to another list' },
	INVALID_FIELD_VALUE: { status: 400, meaning: 'The value does not fit the type of the field' },
	FIELD_REQUIRED: { status: 400, meaning: 'A required field of the creation form is missing' },
	FILE_NOT_UPLOADED: { status: 400, meaning: 'Nothing was uploaded under the storage key' },
	INVALID_UPLOAD: { status: 400, meaning: 'Size or type of the uploaded file is not allowed' },
	SIGNATURE_DATE_IN_FUTURE: { status: 400, meaning: 'signatureDate is in the future' },
	MEMBER_NOT_PENDING: { status: 409, meaning: 'Only a pending member has an invitation to resend' },
	EMAIL_ALREADY_USED: { status: 409, meaning: 'Another member has this email address' },
	RATE_LIMIT_EXCEEDED: { status: 429, meaning: 'Rate limit exceeded' },
	INTERNAL_ERROR: { status: 500, meaning: 'Internal server error' },
} as const satisfies Record<string, { status: ErrorStatus; meaning: string }>;
export type ErrorId = keyof typeof ERROR_IDS;

export const ErrorBody = Type.Object(
	{
		error: Type.Object({
			statusCode: Type.String({ description: 'A name such as NOT_FOUND, not the number' }),
			errorId: Type.String(),
			message: Type.String(),
			details: Type.Record(Type.String(), Type.Unknown()),
		}),
	},
	{ $id: 'Error' },
);
export type ErrorBody = Static<typeof ErrorBody>;
