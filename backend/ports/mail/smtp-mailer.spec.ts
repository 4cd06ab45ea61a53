import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { loadConfig } from '../../config/config';
import { FROM, mail, mailerContract, type Arrived } from './mailer.contract';
import { SmtpMailer } from './smtp-mailer';

mailerContract('SMTP', async () => {
  const { server, url, arrived } = await startMailServer();
  const config = loadConfig({ MAIL_URL: url, MAIL_FROM: FROM }).mail;
  if (config.kind !== 'smtp') throw new Error('not a mail server');
  return {
    mailer: new SmtpMailer(config, config.from),
    arrived: () => Promise.resolve(arrived),
    end: () => new Promise((resolve) => server.close(() => resolve())),
  };
});

describe('a mail server', () => {
  const mailerAt = (port: number, more: object = {}) =>
    new SmtpMailer({ host: '127.0.0.1', port, secure: false, ...more }, FROM);

  it('makes the mail fail when it refuses the password or the mailbox', async () => {
    const { server, port } = await startMailServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })),
    });
    const wrong = { auth: { user: 'us er', pass: 'wrong' } };
    await expect(mailerAt(port, wrong).send(mail())).rejects.toMatchObject({ code: 'EAUTH' });
    await expect(mailerAt(port).send(mail())).rejects.toMatchObject({ responseCode: 550 });
    server.close();
  });

  it('makes the mail fail when it is away', async () => {
    const { server, port } = await startMailServer();
    await new Promise<void>((resolve) => server.close(resolve));
    await expect(mailerAt(port).send(mail())).rejects.toMatchObject({ code: expect.stringMatching(/^E/) });
  });

  it('gets no password in clear over the network: without STARTTLS the mail fails first', async () => {
    const authenticated = jest.fn();
    const { server, port, arrived } = await startMailServer({
      onAuth: (_auth, _session, done) => {
        authenticated();
        done(null, { user: 'me' });
      },
    });
    // This machine too, but by a name that is not recognised as such.
    const elsewhere = { host: '0.0.0.0', auth: { user: 'us er', pass: 'p@ss' } };
    await expect(mailerAt(port, elsewhere).send(mail())).rejects.toMatchObject({ code: 'ETLS' });
    expect([authenticated.mock.calls, arrived]).toEqual([[], []]);
    server.close();
  });
});

async function startMailServer(options: SMTPServerOptions = {}) {
  const arrived: Arrived[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'us er' && password === 'p@ss') done(null, { user: username });
      else done(new Error('Invalid username or password'));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        arrived.push({
          raw: Buffer.concat(chunks).toString('utf8'),
          recipients: envelope.rcptTo.map(({ address }) => address),
        });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { server, port, arrived, url: `smtp://us%20er:p%40ss@127.0.0.1:${port}` };
}
