import { checkCompiler } from '../../../host/lib/compiler.mts';

const no = async () => false;
const yes = async () => true;

test('names exactly the missing programs and how to install them', async () => {
	const check = checkCompiler((tool) => tool === 'python3', no);
	await expect(check).rejects.toThrow('apt-get install -y make g++');
});

test('asks for nothing where everything is there', async () => {
	await expect(checkCompiler(() => true, no)).resolves.toBeUndefined();
});

test('asks for nothing where a prebuilt driver can be downloaded', async () => {
	await expect(checkCompiler(() => false, yes)).resolves.toBeUndefined();
});
