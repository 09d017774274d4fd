/** Numbers of the specification's section "Limits", and of the decisions that rest on them. */

/** Page size of `GET /clauses` and `GET /counterparties`, and of every other list endpoint. */
export const SMALL_PAGE_SIZE = 50;
export const LARGE_PAGE_SIZE = 100;

/** Signed files per `POST /contracts/{id}/signed-version`. */
export const MAX_SIGNED_FILES = 20;

/** Clocks differ: a signature date may be this far ahead of ours before we refuse it. In milliseconds. */
export const SIGNATURE_DATE_TOLERANCE_MS = 60_000;

/** Beyond this many items in one result n8n's declarative engine overflows its stack (measured near 123,000). */
export const MAX_DECLARED_ITEMS = 100_000;

/** The only content type that `POST /contracts/{id}/signed-version` takes. */
export const PDF_CONTENT_TYPE = 'application/pdf';

/** Of a Word file, which a contract may be created from as well. */
export const DOCX_CONTENT_TYPE =
	'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Transfers of files from and to one storage that run at the same time, at the most: 100 ms away each takes four round trips. */
export const CONCURRENT_TRANSFERS = 32;

/** As n8n shows the sizes of files. In bytes. */
export const MEGABYTE = 1_000_000;

/** The Max File Size of a download, unless the person chooses another. */
export const DEFAULT_MAX_FILE_MB = 500;

/** How much of an answer that is no file is read, and of a refusal. In bytes, decompressed. */
export const MAX_ANSWER_BYTES = 100_000_000;
export const MAX_REFUSAL_BYTES = 1_000_000;

/** `sort` of `GET /counterparties` (specification). */
export const COUNTERPARTY_SORT_FIELDS = ['id', 'name', 'status', 'createdAt', 'updatedAt'] as const;

/** `sort` of `GET /contracts` (assumed, see docs/assumptions.md). */
export const CONTRACT_SORT_FIELDS = [...COUNTERPARTY_SORT_FIELDS, 'startAt', 'endAt'] as const;

/** "States and transitions": every contract status, in the order of a contract's life. */
export const CONTRACT_STATUSES = ['draft', 'negotiating', 'signing', 'signed', 'canceled'] as const;

/** The filters that the specification names for list endpoints. */
export const FILTER_NAMES = [
	'contractTypeId',
	'counterpartyId',
	'endAt',
	'folderId',
	'name',
	'startAt',
	'status',
] as const;

/** The filter formats of "Conventions common to all endpoints", 5. */
export const FILTER_OPERATORS = ['eq', 'in', 'gte', 'lte', 'ne'] as const;
