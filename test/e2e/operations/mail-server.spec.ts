import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { Database } from '../../../backend/database/database';
import { startFake, startTestApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/client';
import { PATIENCE_MS } from '../../support/patience';
import { closedPort } from '../../support/ports';
import { readMail } from '../../support/mails';

// A second try may come before the first process ends; the third is half a minute after it.
jest.setTimeout(120_000);

/** Before the third try, which is the first to find the server if two came before it. */
const SECOND_PAUSE_MS = 30_000;

const SENT = { message: 'Password reset link sent to your email' };

async function startMailServer(port: number): Promise<{ arrived: string[]; end(): Promise<void> }> {
  const arrived: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        arrived.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { arrived, end: () => new Promise((resolve) => server.close(() => resolve())) };
}

const mailsOf = (app: TestApp) =>
  app.running.nest.get(Database).rows<{ tries: number }>('SELECT tries FROM mails');

async function everyByteIn(dir: string): Promise<string> {
  const names = (await readdir(dir)).filter((name) => name.startsWith('pagecast.sqlite'));
  return (await Promise.all(names.map((name) => readFile(join(dir, name), 'latin1')))).join('');
}

it('sends the link once a mail server that was away is back, across a restart', async () => {
  const port = await closedPort();
  const fake = await startFake();
  const dir = await mkdtemp(join(tmpdir(), 'pagecast-test-'));
  const options = { env: { MAIL_URL: `smtp://127.0.0.1:${port}` }, dir, fake };
  const first = await startTestApp(options);
  const { user } = await first.client.register();
  expect(await first.client.post('/api/auth/forgot-password', { email: user.email })).toMatchObject({
    status: 200,
    body: SENT,
  });
  await eventually(
    () => mailsOf(first),
    ([mail]) => (mail?.tries ?? 0) > 0,
  );
  await first.stop();

  const server = await startMailServer(port);
  const second = await startTestApp(options);
  try {
    const [raw] = await eventually(
      () => Promise.resolve(server.arrived),
      (arrived) => arrived.length > 0,
      SECOND_PAUSE_MS + PATIENCE_MS,
    );
    const mail = readMail(raw!);
    expect(mail.header('To')).toBe(user.email);
    const token = /#token=(\S+)/.exec(mail.text)![1]!;
    expect(await everyByteIn(dir)).not.toContain(token);
    const password = 'another password';
    const { status } = await second.client.post('/api/auth/reset-password', {
      token,
      password,
      password_confirmation: password,
    });
    expect(status).toBe(200);
    // The notice of the change is the last: nothing came twice.
    await eventually(
      () => mailsOf(second),
      (left) => left.length === 0,
    );
    expect(server.arrived.map((each) => readMail(each).header('Subject'))).toEqual([
      'Reset your Pagecast password',
      'Your Pagecast password was changed',
    ]);
  } finally {
    await second.end();
    await server.end();
    await fake.stop();
    await rm(dir, { recursive: true });
  }
});
