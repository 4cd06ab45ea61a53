import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface ReadMail {
  raw: string;
  /** Lower-case names, in order. */
  headerNames: string[];
  header(name: string): string | undefined;
  text: string;
  html: string;
}

/** A mail with a text and an HTML part, decoded. */
export function readMail(raw: string): ReadMail {
  const head = raw.split('\r\n\r\n')[0] ?? '';
  const [text = '', html = ''] = partsOf(raw);
  return {
    raw,
    headerNames: [...head.matchAll(/^([\w-]+):/gm)].map(([, name = '']) => name.toLowerCase()),
    header: (name) => new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(head)?.[1],
    text,
    html,
  };
}

/** The mails that a product with `dataDir` wrote, oldest first. */
export async function mailsOf(dataDir: string): Promise<ReadMail[]> {
  const dir = join(dataDir, 'mail');
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(names.map(async (name) => readMail(await readFile(join(dir, name), 'utf8'))));
}

/** The subjects of the mails to one address, unfolded, oldest first. */
export async function subjectsTo(dataDir: string, address: string): Promise<(string | undefined)[]> {
  const mails = (await mailsOf(dataDir)).filter((mail) => mail.header('to')?.includes(address));
  return mails.map((mail) => mail.header('subject')?.replace(/\r\n[ \t]/g, ' '));
}

function partsOf(raw: string): string[] {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  return raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const body = part.slice(part.indexOf('\r\n\r\n') + 4);
      const bytes = /transfer-encoding: base64/i.test(part)
        ? Buffer.from(body, 'base64')
        : fromQuotedPrintable(body);
      return bytes.toString('utf8').replaceAll('\r\n', '\n').trim();
    });
}

const fromQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
