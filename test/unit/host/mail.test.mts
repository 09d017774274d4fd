import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { startMailServer, type Mail } from '../../../host/lib/mail/server.mts';

const SOURCE = [
	'From: n8n@example.com',
	'Subject: =?UTF-8?Q?M=C3=BCller_=26?=',
	' =?UTF-8?B?IFPDtmhuZQ==?= soon',
	'Content-Type: multipart/alternative; boundary="--_Part"',
	'',
	'----_Part',
	'Content-Type: text/plain; charset=utf-8',
	'Content-Transfer-Encoding: quoted-printable',
	'',
	'M=C3=BCller =',
	'ends',
	'.',
	'..soon',
	'----_Part',
	'Content-Type: text/html; charset=utf-8',
	'Content-Transfer-Encoding: base64',
	'',
	Buffer.from('<p>Müller</p>').toString('base64'),
	'----_Part--',
	'',
].join('\r\n');

describe('the mail server', () => {
	const mails: Mail[] = [];
	let server: Awaited<ReturnType<typeof startMailServer>>;

	beforeEach(async () => {
		mails.length = 0;
		server = await startMailServer(0, (mail) => void mails.push(mail));
	});

	afterEach(async () => await server.stop());

	test('takes several mails in one conversation, with their recipients and texts as they were written', async () => {
		const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
		await answer(socket, undefined, '220');
		await answer(socket, 'HELO here', '250');
		for (const to of [['a@example.com', 'b@example.com'], ['c@example.com']]) {
			await answer(socket, 'MAIL FROM:<n8n@example.com>', '250');
			for (const each of to) await answer(socket, `RCPT TO:<${each}>`, '250');
			await answer(socket, 'DATA', '354');
			// A line that begins with a dot has one more on its way.
			await answer(socket, `${SOURCE.replaceAll('\r\n.', '\r\n..')}\r\n.`, '250');
		}
		await answer(socket, 'QUIT', '221');
		expect(mails.map(({ to }) => to)).toEqual([
			['a@example.com', 'b@example.com'],
			['c@example.com'],
		]);
		for (const { source, ...mail } of mails) {
			expect(source.toString()).toBe(`${SOURCE}\r\n`);
			expect(mail).toMatchObject({
				from: 'n8n@example.com',
				subject: 'Müller & Söhne soon',
				text: 'Müller ends\n.\n..soon',
				html: '<p>Müller</p>',
			});
		}
	});

	test('a mail whose sender leaves in the middle is none', async () => {
		const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
		await answer(socket, undefined, '220');
		await answer(socket, 'HELO here', '250');
		await answer(socket, 'MAIL FROM:<n8n@example.com>', '250');
		await answer(socket, 'RCPT TO:<a@example.com>', '250');
		await answer(socket, 'DATA', '354');
		socket.write('Subject: half');
		socket.destroy();
		await server.stop();
		expect(mails).toEqual([]);
		server = await startMailServer(0, () => undefined);
	});
});

async function answer(socket: Socket, said: string | undefined, code: string): Promise<void> {
	const answered = once(socket, 'data');
	if (said !== undefined) socket.write(`${said}\r\n`);
	const [line] = await answered;
	expect(String(line)).toMatch(new RegExp(`^${code} `));
}
