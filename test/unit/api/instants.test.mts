import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ModuleKind, transpileModule } from 'typescript';

const ROOT = path.resolve(__dirname, '../../..');
const SOURCE = path.join(ROOT, 'nodes/ContractManagement/api/instants.ts');

test('a timestamp of the service without an offset is UTC, wherever n8n runs', () => {
	const texts = [
		'2026-01-01T12:00:00',
		'2026-01-01 12:00:00',
		'2026-01-01T12:00:00Z',
		'2026-01-01T14:00:00+02:00',
		'2026-01-01T14:00:00.000+0200',
	];
	const compilerOptions = { module: ModuleKind.CommonJS };
	const { outputText } = transpileModule(readFileSync(SOURCE, 'utf8'), { compilerOptions });
	const given = JSON.stringify([...texts, '2026-01-01', '', null]);
	const script = `${outputText}; console.log(JSON.stringify(${given}.map(exports.millisOf)));`;
	// A process of its own, as Node reads the timezone once.
	const output = execFileSync(process.execPath, ['--input-type=commonjs', '-e', script], {
		cwd: ROOT,
		encoding: 'utf8',
		env: { ...process.env, TZ: 'America/New_York' },
	});
	const noon = Date.UTC(2026, 0, 1, 12);
	const midnight = Date.UTC(2026, 0, 1);
	expect(JSON.parse(output)).toEqual([...texts.map(() => noon), midnight, null, null]);
});
