import { inflateRawSync } from 'node:zlib';
import { zip } from '../../../sandbox/files/zip.mts';

const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook with one sheet of these cells; a date as `2027-01-31` is stored as Excel stores dates. */
export function xlsx(rows: Array<Array<string | number>>): Uint8Array<ArrayBuffer> {
	const sheet = rows.map((cells) => `<row>${cells.map(cellOf).join('')}</row>`).join('');
	const relation = (id: string, type: string, target: string) =>
		`<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
	const relations = (inner: string) =>
		`<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`;
	const parts = {
		'[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${MAIN}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${MAIN}.worksheet+xml"/></Types>`,
		'_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
		'xl/workbook.xml': `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="Orders" sheetId="1" r:id="r1"/></sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': relations(relation('r1', 'worksheet', 'worksheets/sheet1.xml')),
		'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEETS}"><sheetData>${sheet}</sheetData></worksheet>`,
	};
	const files = Object.entries(parts).map(([name, xml]) => ({ name, body: Buffer.from(xml) }));
	return new Uint8Array(zip(files));
}

/** What the cells of the first sheet of a workbook hold that n8n made, row by row; all of them as text. */
export function rowsIn(file: Buffer): string[][] {
	const entry = file.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
	const local = file.readUInt32LE(entry + 42);
	const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
	const packed = file.subarray(start, start + file.readUInt32LE(entry + 20));
	const xml = inflateRawSync(packed).toString('utf8');
	return [...xml.matchAll(/<row.*?<\/row>/gs)].map(([row]) =>
		[...row.matchAll(/<c [^>]*>(?:<v>(.*?)<\/v>)?<\/c>|<c [^>]*\/>/gs)].map(([, text = '']) =>
			text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
		),
	);
}

function cellOf(cell: string | number): string {
	if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
	if (/^\d{4}-\d\d-\d\d$/.test(cell)) return `<c><v>${serialOf(cell)}</v></c>`;
	const text = cell.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
	return `<c t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** Days since the end of 1899. */
function serialOf(day: string): number {
	return (Date.parse(day) - Date.parse('1899-12-30')) / 86_400_000;
}
