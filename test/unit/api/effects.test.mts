import { globSync, readFileSync } from 'node:fs';
import {
	effectOf,
	isShown,
	recordPathOf,
	WRITES,
} from '../../../nodes/ContractManagement/api/effects';
import { declaredRequests } from '../../support/operations.mts';

const ID = '3f2a8c1e-5b7d-4e9f-a1b2-c3d4e5f60718';

test('every operation whose request is no GET says what it does', () => {
	const unsaid = declaredRequests()
		.filter(({ method, url }) => method !== 'GET' && !(`${method} ${url}` in WRITES))
		.map(({ operation, method, url }) => `${operation}: add ${method} ${url} to api/effects.ts`);
	expect(unsaid).toEqual([]);
});

test('no two routes say something of the same request', () => {
	const shapes = Object.keys(WRITES).map((route) => route.replace(/\{\w+\}/g, '{}'));
	expect(new Set(shapes).size).toBe(shapes.length);
});

test('an operation cannot say something else of its route', () => {
	const files = globSync('nodes/ContractManagement/operations/**/*.ts');
	const saying = files.filter((file) => /\beffect:/.test(readFileSync(file, 'utf8')));
	expect(saying).toEqual([]);
});

test.each([
	['GET', '/members/1', undefined, 'reads'],
	['PATCH', '/members/1', { role: 'USER' }, 'sets'],
	['PATCH', '/members/1', { resendInvitation: true }, 'adds'],
	['PATCH', '/members/1', undefined, 'sets'],
	['PUT', `/custom-objects/${ID}/contract/${ID}/records`, { records: [{ id: 'a' }] }, 'sets'],
	['PUT', `/custom-objects/${ID}/contract/${ID}/records`, { records: [{ id: null }] }, 'adds'],
	['POST', '/files/upload-url', {}, 'reads'],
	['POST', '/unheard/of', {}, 'adds'],
	['PATCH', '/members/1/more', {}, 'adds'],
])('%s %s with %j %s', (method, path, body, effect) => {
	expect(effectOf({ method, path, body })).toBe(effect);
});

test('what was set is shown where the record can be read', () => {
	expect(isShown({ method: 'PATCH', path: '/contracts/1' })).toBe(true);
	expect(isShown({ method: 'PATCH', path: '/members/1' })).toBe(false);
	expect(isShown({ method: 'GET', path: '/contracts/1' })).toBe(false);
});

test('a request is about the record of its last id, however that is written', () => {
	const other = ID.toUpperCase();
	expect(recordPathOf({ path: `/contracts/${ID}` })).toBe(`/contracts/${ID}`);
	expect(recordPathOf({ path: `/contracts/contract_${other}/signatures/send` })).toBe(
		`/contracts/${ID}`,
	);
	expect(recordPathOf({ path: `/custom-objects/${ID}/contract/${other}/records` })).toBe(
		`/custom-objects/${ID}/contract/${ID}`,
	);
	expect(recordPathOf({ path: '/contracts' })).toBeUndefined();
});
