import { resource } from '../shared/operation';
import { create } from './create.fields';
import { downloadCurrentVersion } from './downloadCurrentVersion.fields';
import { downloadSignedFiles } from './downloadSignedFiles.fields';
import { get } from './get.fields';
import { getAll } from './getAll.fields';
import { getByExternalId } from './getByExternalId.fields';
import { getClauses } from './getClauses.fields';
import { markAsSigned } from './markAsSigned.fields';
import { sendForSignature } from './sendForSignature.fields';
import { update } from './update.fields';

export const contract = resource('contract', [
	create,
	get,
	getByExternalId,
	getAll,
	update,
	getClauses,
	markAsSigned,
	sendForSignature,
	downloadSignedFiles,
	downloadCurrentVersion,
]);
