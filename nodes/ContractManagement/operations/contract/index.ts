import { create } from './create';
import { downloadCurrentVersion, downloadSignedFiles } from './download';
import { get } from './get';
import { getAll } from './getAll';
import { getByExternalId } from './getByExternalId';
import { getClauses } from './getClauses';
import { markAsSigned } from './markAsSigned';
import { sendForSignature } from './sendForSignature';
import { update } from './update';

export const contract = {
	create,
	getAll,
	get,
	sendForSignature,
	downloadSignedFiles,
	update,
	getByExternalId,
	markAsSigned,
	downloadCurrentVersion,
	getClauses,
};
