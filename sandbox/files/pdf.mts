/** Lines on an A4 page at 12 points. */
const LINES_PER_PAGE = 52;
const CHARACTERS_PER_LINE = 88;

/**
 * A PDF of plain text lines. Written by hand as documents are generated at the moment of each download, thousands of
 * them in a test. `bytes` pads the file to that size.
 */
export function renderPdf(title: string, text: string[], bytes = 0): Buffer {
	const pages = chunks(text.flatMap(wrap), LINES_PER_PAGE);
	const firstPage = 4;
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${firstPage + 2 * index} 0 R`).join(' ')}] >>`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
		...pages.flatMap((lines, index) => page(lines, firstPage + 2 * index + 1)),
		`<< /Title (${escaped(title)}) /Producer (Contract Management Sandbox) >>`,
	];
	return assemble(objects, bytes);
}

function page(lines: string[], contentObject: number): [string, string] {
	const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n');
	const content = `BT /F1 11 Tf 14 TL 56 786 Td\n${shown}\nET`;
	return [
		`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${contentObject} 0 R >>`,
		`<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
	];
}

function assemble(objects: string[], bytes: number): Buffer {
	let body = '%PDF-1.4\n';
	const offsets = objects.map((object, index) => {
		const offset = body.length;
		body += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	if (bytes > body.length) body += `%${' '.repeat(Math.max(0, bytes - body.length - 2))}\n`;
	const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
	const size = objects.length + 1;
	const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`;
	const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
	return Buffer.from(body + table + trailer, 'latin1');
}

/** The font knows Latin-1 only; other characters become question marks. */
function escaped(text: string): string {
	return text.replace(/[^\x20-\x7e\xa0-\xff]/gu, '?').replace(/[\\()]/g, '\\$&');
}

function wrap(line: string): string[] {
	const rows = [''];
	for (const word of line.split(' ')) {
		const current = rows.at(-1)!;
		if (current && current.length + word.length >= CHARACTERS_PER_LINE) rows.push(word);
		else rows[rows.length - 1] = current ? `${current} ${word}` : word;
	}
	return rows;
}

function chunks<T>(items: T[], size: number): T[][] {
	const count = Math.max(1, Math.ceil(items.length / size));
	return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
