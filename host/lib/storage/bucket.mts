import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { Refusal, xml, xmlText } from './xml.mts';

/** A bucket whose objects are files of a folder. */
export interface Bucket {
	name: string;
	/** The keys that begin so. */
	keys(prefix: string): string[];
	/** The objects whose keys begin so, as S3 lists them. */
	list(prefix: string): string;
	read(key: string): Buffer;
	/** What it was tagged with when it was stored. */
	tags(key: string): Record<string, string>;
	/** Stores an object with its tags; resolves to its ETag. */
	write(key: string, body: Buffer, headers: IncomingHttpHeaders): string;
}

/** Lies beside the objects, and has a file for each of them. */
const TAGS = '.tags';

export function openBucket(folder: string, name: string): Bucket {
	const root = path.join(folder, name);
	mkdirSync(root, { recursive: true });
	const fileOf = (key: string) => path.join(root, checked(key));
	const tagsOf = (key: string) => path.join(root, TAGS, `${checked(key)}.json`);
	const keys = (prefix: string) =>
		readdirSync(root, { recursive: true, encoding: 'utf8' })
			.map((file) => file.split(path.sep).join('/'))
			.filter((key) => key.startsWith(prefix) && !key.startsWith(TAGS))
			.filter((key) => statSync(fileOf(key)).isFile())
			.toSorted();
	return {
		name,
		keys,
		list(prefix) {
			const objects = keys(prefix).map((key) => {
				const { size, mtime } = statSync(fileOf(key));
				const facts = { Key: key, LastModified: mtime.toISOString(), Size: size };
				const elements = Object.entries(facts).map(([fact, value]) => xmlText(fact, value));
				return xml('Contents', elements.join(''));
			});
			return xml('ListBucketResult', xmlText('IsTruncated', 'false') + objects.join(''));
		},
		read(key) {
			if (existsSync(fileOf(key))) return readFileSync(fileOf(key));
			throw new Refusal(404, 'NoSuchKey', `There is no object ${key}`);
		},
		tags: (key) => JSON.parse(readFileSync(tagsOf(key), 'utf8')) as Record<string, string>,
		write(key, body, { 'content-md5': sent, 'x-amz-tagging': tagging }) {
			const md5 = createHash('md5').update(body);
			const etag = md5.copy().digest('hex');
			if (sent !== undefined && sent !== md5.digest('base64')) {
				throw new Refusal(400, 'BadDigest', 'What arrived is not what Content-MD5 says');
			}
			const tags = Object.fromEntries(new URLSearchParams(String(tagging ?? '')));
			write(fileOf(key), body);
			write(tagsOf(key), JSON.stringify(tags));
			return `"${etag}"`;
		},
	};
}

/** A key is any text to S3; here it must not lead out of the folder. */
function checked(key: string): string {
	const isOdd = (part: string) => ['', '.', '..', TAGS].includes(part);
	if (!key.split('/').some(isOdd) && !key.includes('\\')) return key;
	throw new Refusal(400, 'InvalidArgument', `This storage does not take the key ${key}`);
}

function write(file: string, content: Buffer | string): void {
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, content);
}
