import { Logger } from '@nestjs/common';
import { readMail } from '../../../test/support/mails';
import type { Mail, Mailer } from './mailer';

/** A mail as it is on the wire, and its recipients if they are known. */
export interface Arrived {
  raw: string;
  recipients?: string[];
}

export interface MailerUnderTest {
  /** Sends from `FROM`. */
  mailer: Mailer;
  /** The mails that have arrived at the other end. */
  arrived(): Promise<Arrived[]>;
  end(): Promise<void>;
}

export const FROM = 'Pagecast <pagecast@example.com>';

export const mail = (more: Partial<Mail> = {}): Mail => ({
  to: 'ada@example.com',
  subject: 'Grüße 🎬',
  text: 'A line,\nand another with Ümläute.\n.\nhttps://example.com/reset-password#token=abc=def\n',
  html: '<p>A line &amp; <a href="https://example.com/reset-password#token=abc=def">a link</a></p>',
  ...more,
});

/** What the outbox relies on. Every mailer runs it. */
export function mailerContract(name: string, make: () => Promise<MailerUnderTest>): void {
  describe(`the mailer contract, by ${name}`, () => {
    beforeAll(() => Logger.overrideLogger(false));
    let tested: MailerUnderTest;
    beforeEach(async () => (tested = await make()));
    afterEach(() => tested.end());

    const only = async (): Promise<Arrived> => {
      const [first, ...others] = await tested.arrived();
      expect(others).toEqual([]);
      return first!;
    };

    it('sends a mail that a mail program reads, in text and in HTML', async () => {
      await tested.mailer.send(mail());
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
        Array.from({ length: 20 }, (_each, n) => tested.mailer.send(mail({ subject: `Mail ${n}` }))),
      );
      const subjects = (await tested.arrived()).map(({ raw }) => readMail(raw).header('Subject'));
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
      await tested.mailer.send(mail({ subject }));
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
    ])('refuses %j as an address without repeating it', async (to) => {
      const error: unknown = await tested.mailer.send(mail({ to })).then(
        () => new Error('it was sent'),
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ message: 'This is not the address of one mailbox.', permanent: true });
      expect(await tested.arrived()).toEqual([]);
    });

    it('accepts unusual but valid addresses', async () => {
      await tested.mailer.send(mail({ to: "o'neil+pages@sub.example.com" }));
      expect(readMail((await only()).raw).header('To')).toBe("o'neil+pages@sub.example.com");
    });

    it('reads no file and no URL that a text names', async () => {
      await tested.mailer.send(mail({ text: '/etc/passwd', html: '<img src="file:///etc/passwd">' }));
      expect(readMail((await only()).raw)).toMatchObject({
        text: '/etc/passwd',
        html: '<img src="file:///etc/passwd">',
      });
    });
  });
}
