import { isHollowId, isPlaceholder } from '../../../nodes/ContractManagement/api/placeholders';

test.each([
	...[
		'#REF!',
		'#N/A',
		'#VALUE!',
		'#NAME?',
		'#DIV/0!',
		'#BEZUG!',
		'#NV',
		'#¡REF!',
		'#¿NOMBRE?',
		'####',
	],
	...['N/A', 'n/a', ' n.a. ', 'NA', '-', '–', '?', 'None', 'NULL', 'undefined', 'NaN', 'nil'],
	...[
		'- None -',
		'--None--',
		'<none>',
		'[n/a]',
		'N / A',
		'k. A.',
		'n.v.t.',
		't.b.d.',
		'…',
		'_',
		'----',
		'""',
	],
	...[
		'Not specified',
		'keine Angabe',
		'To be confirmed',
		'{{ $json.company }}',
		'deal-{{ $json.id }}',
	],
	...['[object Object]', 'Invalid Date', 'TBD', 'Unknown', '(none)', 'not  available'],
	...[
		'No aplica',
		'Não se aplica',
		'Nie dotyczy',
		'なし',
		'未定',
		'To be determined',
		'#I/T',
		'#N/B',
	],
	...['not provided', 'Sin datos', 'non renseigné', '0000-00-00', '0000-00-00 00:00:00'],
	...['Loading...', '\\N', '#NOM ?', '{{ $json.company', "{{ $('Deal').item.json.name ?? {} }}"],
])('%j stands for a missing value', (text) => {
	expect(isPlaceholder(text)).toBe(true);
	expect(isHollowId(text)).toBe(true);
});

test.each([
	...[
		'Acme',
		'3M',
		'X',
		'#1 Cleaners!',
		'Nonesuch Ltd',
		'N/A Design GmbH',
		'Null & Nichtig AG',
		'Nan Ya',
	],
	...[
		'TBD Systems',
		'Unknown Worlds',
		'&Samhoud',
		'7-Eleven',
		'NV Energy',
		'KA',
		'No Data Ltd',
		'Blank & Co',
		'#REF! Records',
		'Aplica SA',
		'なしのき農園',
		'Loading Bay 7 Ltd',
		'N',
	],
])('%j may be the name of a company', (text) => expect(isPlaceholder(text)).toBe(false));

test.each([
	...['deal-undefined', 'deal-null', 'deal_NaN', 'crm:undefined:7', 'deal-#REF!', 'undefined-7'],
	...['deal-[object Object]', 'deal-', 'deal:', 'opportunity/', 'deal-None', 'z-', 'a-'],
	...[
		'hubspot-deal-',
		'DEAL-NULL',
		'deal-Invalid Date',
		'deal-Invalid DateTime',
		'true',
		'false',
		'False',
	],
	...['00000000-0000-0000-0000-000000000000', '000000000000000AAA', '0'.repeat(15)],
	...['deal-${dealId}', '${row.id}'],
])('%j is the ID of no record', (text) => {
	expect(isHollowId(text)).toBe(true);
	expect(isPlaceholder(text)).toBe(false);
});

test.each([
	...[
		'DEAL-7',
		'0067Q00000ABCDE',
		'7-',
		'nullable-7',
		'NULLED-7',
		'false-7',
		'REGION-NA-17',
		'Annan-7',
		'deal-7-',
		'0',
		'D',
	],
])('%j may be the ID of a record', (text) => expect(isHollowId(text)).toBe(false));
