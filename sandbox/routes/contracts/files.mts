import { Type } from '@sinclair/typebox';
import { currentVersionLink, signedFileLinks } from '../../files/links.mts';
import { ok, operation } from '../../http/operation.mts';
import { FileLink } from '../../schemas/file.mts';
import { contractOf } from './find.mts';

export const getSignedFiles = operation({
	method: 'GET',
	path: '/contracts/:id/signed-files',
	tag: 'Contracts',
	summary: 'The signed PDFs of a contract, main document first',
	shape: 'signedFiles',
	success: {
		status: 200,
		schema: Type.Array(FileLink),
		description: 'Links to the files, none while the contract is not signed',
	},
	errors: [400, 404],
	find: contractOf,
	handle: (call, { id, status }) => ok(status === 'signed' ? signedFileLinks(call, id) : []),
});

export const getCurrentVersion = operation({
	method: 'GET',
	path: '/contracts/:id/current-version',
	tag: 'Contracts',
	summary: 'The document of a contract as it is now',
	shape: 'currentVersion',
	success: { status: 200, schema: FileLink, description: 'Link to the PDF' },
	errors: [400, 404],
	find: contractOf,
	handle: (call, { id, name }) => ok(currentVersionLink(call, id, name)),
});
