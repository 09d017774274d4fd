import { crc32 } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** 1980-01-01, the first date that the format knows. */
const DATE = 0x21;
const UTF8_NAMES = 0x0800;

/** A ZIP archive that stores its files uncompressed: PDFs hardly get smaller. */
export function zip(files: Array<{ name: string; body: Buffer }>): Buffer {
	const locals: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const { name, body } of files) {
		const label = Buffer.from(name, 'utf8');
		const facts = entryFacts(label, body);
		const local = Buffer.concat([uint32(LOCAL_HEADER), facts, label, body]);
		const position = Buffer.concat([uint16(0, 0, 0), uint32(0, offset)]);
		directory.push(uint32(CENTRAL_HEADER), uint16(20), facts, position, label);
		locals.push(local);
		offset += local.length;
	}
	const index = Buffer.concat(directory);
	const end = [
		uint32(END_OF_DIRECTORY),
		uint16(0, 0, files.length, files.length),
		uint32(index.length, offset),
		uint16(0),
	];
	return Buffer.concat([...locals, index, ...end]);
}

/** The fields that the local header and the directory share, from the version to the length of the extra field. */
function entryFacts(label: Buffer, body: Buffer): Buffer {
	return Buffer.concat([
		uint16(20, UTF8_NAMES, 0, 0, DATE),
		uint32(crc32(body), body.length, body.length),
		uint16(label.length, 0),
	]);
}

function uint16(...values: number[]): Buffer {
	return Buffer.from(Uint16Array.from(values).buffer);
}

function uint32(...values: number[]): Buffer {
	return Buffer.from(Uint32Array.from(values).buffer);
}
