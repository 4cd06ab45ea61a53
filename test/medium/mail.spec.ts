import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { Logger } from '@nestjs/common';
import 'reflect-metadata';
import { loadConfig } from '../../backend/config/config';
import { FileMailer } from '../../backend/ports/mail/file-mailer';
import { LOOK, renderMail } from '../../backend/ports/mail/mail-template';
import type { Mail, Mailer } from '../../backend/ports/mail/mailer';
import { SmtpMailer } from '../../backend/ports/mail/smtp-mailer';
import { tokens } from '../../frontend/src/theme';
import { readMail } from '../support/mails';

beforeAll(() => Logger.overrideLogger(false));

const FROM = 'Pagecast <pagecast@example.com>';

const mail = (more: Partial<Mail> = {}): Mail => ({
  to: 'ada@example.com',
  subject: 'Grüße 🎬',
  text: 'A line,\nand another with Ümläute.\n.\nhttps://example.com/reset-password#token=abc=def\n',
  html: '<p>A line &amp; <a href="https://example.com/reset-password#token=abc=def">a link</a></p>',
  ...more,
});

/** What came out at the other end: the mails as they are on the wire, and who they went to where that is known. */
interface Arrived {
  raw: string;
  recipients?: string[];
}

interface Harness {
  mailer: Mailer;
  arrived(): Promise<Arrived[]>;
  end(): Promise<void>;
}

async function fileHarness(): Promise<Harness> {
  const root = await mkdtemp(join(tmpdir(), 'pagecast-mail-'));
  const dir = join(root, 'mail');
  return {
    mailer: new FileMailer(dir, FROM),
    arrived: async () => {
      const names = (await readdir(dir).catch(() => [])).sort();
      return Promise.all(names.map(async (name) => ({ raw: await readFile(join(dir, name), 'utf8') })));
    },
    end: () => rm(root, { recursive: true, force: true }),
  };
}

async function smtpHarness(): Promise<Harness> {
  const { server, url, arrived } = await startMailServer();
  const config = loadConfig({ MAIL_URL: url, MAIL_FROM: FROM }).mail;
  if (config.kind !== 'smtp') throw new Error('not a mail server');
  return {
    mailer: new SmtpMailer(config, config.from),
    arrived: () => Promise.resolve(arrived),
    end: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

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

describe.each([
  ['a folder', fileHarness],
  ['SMTP', smtpHarness],
])('mail by %s', (_name, makeHarness) => {
  let harness: Harness;
  beforeEach(async () => (harness = await makeHarness()));
  afterEach(() => harness.end());

  const only = async (): Promise<Arrived> => {
    const [first, ...others] = await harness.arrived();
    expect(others).toEqual([]);
    return first!;
  };

  it('arrives as a mail that a mail program reads, in text and in HTML', async () => {
    await harness.mailer.send(mail());
    const { header, text, html } = readMail((await only()).raw);
    expect(header('From')).toBe('Pagecast <pagecast@example.com>');
    expect(header('To')).toBe('ada@example.com');
    expect(header('Subject')).toMatch(/^=\?UTF-8\?/i);
    expect(header('Date')).toBeTruthy();
    expect(header('Message-ID')).toMatch(/^<.+@.+>$/);
    expect(header('Content-Type')).toMatch(/^multipart\/alternative/);
    expect([text, html]).toEqual([mail().text.trim(), mail().html]);
  });

  it('sends each mail once, also many at the same time', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_each, n) => harness.mailer.send(mail({ subject: `Mail ${n}` }))),
    );
    const subjects = (await harness.arrived()).map(({ raw }) => readMail(raw).header('Subject'));
    expect(new Set(subjects).size).toBe(20);
    expect(subjects).toHaveLength(20);
  });

  it.each([
    'Hello\r\nBcc: eve@example.com',
    'Hello\nBcc: eve@example.com',
    'Hello\r\n\r\nA body of my own',
    'Hello\u2028Bcc: eve@example.com',
    'Hello\0 there',
  ])('keeps the subject %j in one header', async (subject) => {
    await harness.mailer.send(mail({ subject }));
    const { raw, recipients = ['ada@example.com'] } = await only();
    expect(recipients).toEqual(['ada@example.com']);
    const { headerNames, header, text } = readMail(raw);
    expect(headerNames).not.toContain('bcc');
    expect(header('Subject')).toMatch(/^Hello/);
    expect(text).toBe(mail().text.trim());
  });

  it.each([
    'ada@example.com, eve@example.com',
    'ada@example.com;eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com\r\nDATA',
    'Ada <eve@example.com>',
    '"a\r\nb"@example.com',
    'ada@example.com@example.org',
    'ada',
    '',
  ])('refuses %j for an address, without repeating it', async (to) => {
    const error: unknown = await harness.mailer.send(mail({ to })).then(
      () => new Error('it was sent'),
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ message: 'This is not the address of one mailbox.', permanent: true });
    expect(await harness.arrived()).toEqual([]);
  });

  it('takes unusual addresses that are real ones', async () => {
    await harness.mailer.send(mail({ to: "o'neil+pages@sub.example.com" }));
    expect(readMail((await only()).raw).header('To')).toBe("o'neil+pages@sub.example.com");
  });

  it('reads no file and no URL that a text might name', async () => {
    await harness.mailer.send(mail({ text: '/etc/passwd', html: '<img src="file:///etc/passwd">' }));
    expect(readMail((await only()).raw)).toMatchObject({
      text: '/etc/passwd',
      html: '<img src="file:///etc/passwd">',
    });
  });
});

describe('the mail folder', () => {
  it('is for its owner only, and holds nothing but whole mails', async () => {
    const root = await mkdtemp(join(tmpdir(), 'pagecast-mail-'));
    const dir = join(root, 'mail');
    await new FileMailer(dir, FROM).send(mail());
    const names = await readdir(dir);
    expect(names).toEqual([expect.stringMatching(/^[\w-]+\.eml$/)]);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dir, names[0]!))).mode & 0o777).toBe(0o600);
    await rm(root, { recursive: true });
  });
});

describe('a mail server', () => {
  const mailerAt = (port: number, more: object = {}) =>
    new SmtpMailer({ host: '127.0.0.1', port, secure: false, ...more }, FROM);

  it('that refuses the password or the mailbox makes the mail fail', async () => {
    const { server, port } = await startMailServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })),
    });
    const wrong = { auth: { user: 'us er', pass: 'wrong' } };
    await expect(mailerAt(port, wrong).send(mail())).rejects.toMatchObject({ code: 'EAUTH' });
    await expect(mailerAt(port).send(mail())).rejects.toMatchObject({ responseCode: 550 });
    server.close();
  });

  it('that is away makes the mail fail', async () => {
    const { server, port } = await startMailServer();
    await new Promise<void>((resolve) => server.close(resolve));
    await expect(mailerAt(port).send(mail())).rejects.toMatchObject({ code: expect.stringMatching(/^E/) });
  });

  it('elsewhere gets no password in clear: without STARTTLS the mail fails first', async () => {
    const authenticated = jest.fn();
    const { server, port, arrived } = await startMailServer({
      onAuth: (_auth, _session, done) => {
        authenticated();
        done(null, { user: 'me' });
      },
    });
    // Also this machine, but by a name that is not known to be it.
    const elsewhere = { host: '0.0.0.0', auth: { user: 'us er', pass: 'p@ss' } };
    await expect(mailerAt(port, elsewhere).send(mail())).rejects.toMatchObject({ code: 'ETLS' });
    expect([authenticated.mock.calls, arrived]).toEqual([[], []]);
    server.close();
  });
});

describe('a letter', () => {
  const letter = (more: object = {}) =>
    renderMail({
      to: 'ada@example.com',
      subject: 'About <you> & "me"',
      name: 'Ada',
      paragraphs: ['1 < 2 & "so on"'],
      button: { label: 'Go <there>', url: 'https://example.com/a#b="><script>' },
      notes: ["It's small."],
      ...more,
    });

  it('says the same in text and in HTML', () => {
    const { text, html } = letter();
    expect(text).toBe(
      `Hello Ada,\n\n1 < 2 & "so on"\n\nGo <there>:\nhttps://example.com/a#b="><script>\n\nIt's small.\n\nPagecast\n`,
    );
    for (const part of [
      'Hello Ada,',
      '1 &lt; 2 &amp; &quot;so on&quot;',
      'Go &lt;there&gt;',
      'It&#39;s small.',
    ])
      expect(html).toContain(part);
    expect(html).not.toMatch(/<script|<there|<you/);
    expect(html).toContain('href="https://example.com/a#b=&quot;&gt;&lt;script&gt;"');
  });

  it("wears the product's colours", () => {
    const { brand, onBrand, text, textSecondary: quiet, page, surface } = tokens.light;
    expect(LOOK).toEqual({ brand, onBrand, text, quiet, page, surface });
  });

  it.each([
    ['Zoë O’Neil-Müller Jr.', 'Hello Zoë O’Neil-Müller Jr.,'],
    ['<b>Tom</b>', 'Hello,'],
    ['Tom & Jerry <3', 'Hello Tom & Jerry <3,'],
    ['You won! See evil.example', 'Hello,'],
    ['https://evil.example', 'Hello,'],
    ['call me@evil', 'Hello,'],
    ['a\r\n\r\nDear customer', 'Hello a Dear customer,'],
    ['x'.repeat(200), 'Hello,'],
    ['', 'Hello,'],
  ])('greets %j with %j', (name, greeting) => {
    expect(letter({ name }).text.split('\n')[0]).toBe(greeting);
  });
});
