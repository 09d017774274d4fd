/**
 * The tables. Ids are UUIDs as text, times are ISO 8601 in UTC with milliseconds, so that text order is time order.
 * `start_key` and `end_key` put contracts without a date after all others when ascending.
 */
export const CREATE_TABLES = `
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE IF NOT EXISTS organizations (id TEXT PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL);

CREATE TABLE IF NOT EXISTS api_keys (
	key TEXT PRIMARY KEY, name TEXT NOT NULL, organization_id TEXT NOT NULL,
	permission TEXT NOT NULL, member_id TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS members (
	id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, role TEXT NOT NULL, status TEXT NOT NULL,
	email TEXT NOT NULL, firstname TEXT NOT NULL, lastname TEXT NOT NULL,
	group_ids TEXT NOT NULL DEFAULT '[]', folder_ids TEXT NOT NULL DEFAULT '[]', substitute_id TEXT,
	invitations_sent INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS field_definitions (
	id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, scope TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
	options TEXT NOT NULL DEFAULT '[]', help_text TEXT, related_object_id TEXT
);

CREATE TABLE IF NOT EXISTS contract_types (
	id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, name TEXT NOT NULL, author_id TEXT NOT NULL,
	starts_when_signed INTEGER NOT NULL DEFAULT 0, start_field_id TEXT, end_field_id TEXT
);
CREATE TABLE IF NOT EXISTS templates (
	id TEXT PRIMARY KEY, contract_type_id TEXT NOT NULL, name TEXT NOT NULL, position INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS contract_type_fields (
	contract_type_id TEXT NOT NULL, field_id TEXT NOT NULL, required INTEGER NOT NULL, position INTEGER NOT NULL,
	PRIMARY KEY (contract_type_id, field_id)
);
CREATE TABLE IF NOT EXISTS field_defaults (
	contract_type_id TEXT NOT NULL, field_id TEXT NOT NULL, value TEXT NOT NULL,
	PRIMARY KEY (contract_type_id, field_id)
);

CREATE TABLE IF NOT EXISTS counterparties (
	id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, name TEXT NOT NULL, search_name TEXT NOT NULL,
	status TEXT NOT NULL, logo_url TEXT NOT NULL DEFAULT '', fields TEXT NOT NULL DEFAULT '{}',
	contact_name TEXT NOT NULL DEFAULT '', contact_email TEXT NOT NULL DEFAULT '',
	created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS contracts (
	id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, name TEXT NOT NULL, search_name TEXT NOT NULL,
	status TEXT NOT NULL, counterparty_id TEXT NOT NULL, contract_type_id TEXT NOT NULL, template_id TEXT NOT NULL,
	initial_contract_id TEXT, folder_id TEXT, author_id TEXT NOT NULL,
	fields TEXT NOT NULL DEFAULT '{}', consolidation TEXT, signatories TEXT NOT NULL DEFAULT '[]', integration TEXT,
	member_ids TEXT NOT NULL DEFAULT '[]', signature_process TEXT, signature_date TEXT, start_at TEXT, end_at TEXT,
	start_key TEXT GENERATED ALWAYS AS (coalesce(start_at, '~')) VIRTUAL,
	end_key TEXT GENERATED ALWAYS AS (coalesce(end_at, '~')) VIRTUAL,
	created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS contract_files (
	id TEXT PRIMARY KEY, contract_id TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL,
	content_type TEXT NOT NULL, upload_id TEXT, bytes INTEGER
);
CREATE INDEX IF NOT EXISTS contract_files_contract ON contract_files (contract_id, position);

CREATE TABLE IF NOT EXISTS clauses (
	id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, name TEXT NOT NULL, search_name TEXT NOT NULL,
	description TEXT NOT NULL, languages TEXT NOT NULL, content TEXT NOT NULL, content_text TEXT NOT NULL,
	created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS contract_clauses (
	id TEXT PRIMARY KEY, contract_id TEXT NOT NULL, clause_id TEXT NOT NULL, is_custom INTEGER NOT NULL,
	position INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS contract_clauses_contract ON contract_clauses (contract_id, position);

CREATE TABLE IF NOT EXISTS custom_objects (
	id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, name TEXT NOT NULL, help_text TEXT NOT NULL,
	smart_fields TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS records (
	position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, custom_object_id TEXT NOT NULL,
	contract_id TEXT, from_catalog_record_id TEXT, fields TEXT NOT NULL DEFAULT '{}'
);
CREATE INDEX IF NOT EXISTS records_contract ON records (contract_id, custom_object_id, position);
CREATE INDEX IF NOT EXISTS records_catalog ON records (custom_object_id, position) WHERE contract_id IS NULL;

CREATE TABLE IF NOT EXISTS uploads (
	id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, organization_id TEXT NOT NULL, name TEXT NOT NULL,
	content_type TEXT NOT NULL, size INTEGER, sha256 TEXT, created_at TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS webhooks (
	id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, url TEXT NOT NULL, secret TEXT NOT NULL,
	events TEXT NOT NULL, signature_header TEXT NOT NULL, secret_header TEXT
);
CREATE TABLE IF NOT EXISTS deliveries (
	position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, webhook_id TEXT NOT NULL, event TEXT NOT NULL,
	contract_id TEXT NOT NULL, body TEXT NOT NULL, status TEXT NOT NULL, created_at TEXT NOT NULL,
	attempts TEXT NOT NULL DEFAULT '[]', tries_left INTEGER NOT NULL, copies_left INTEGER NOT NULL,
	due_at REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS deliveries_pending ON deliveries (due_at) WHERE status = 'pending';
`;
