import path from 'node:path';
import { pageText } from '../../../bench/lib/document.mts';
import { document, leadsSomewhere, relativeLinks } from '../../support/documents.mts';

const source = document(path.join('bench', 'benchmarks.md'));
const page = document(path.join('docs', 'benchmarks.md'));

test('the links of the page and of what it is written from lead to the same places', () => {
	const links = relativeLinks(source);
	const written = relativeLinks({ ...page, text: pageText() });
	expect(links.filter((link) => !leadsSomewhere(source, link))).toEqual([]);
	expect(written.map((link) => path.join('docs', link))).toEqual(
		links.map((link) => path.join('bench', link)),
	);
	expect(relativeLinks(page)).toEqual(expect.arrayContaining(written));
});
