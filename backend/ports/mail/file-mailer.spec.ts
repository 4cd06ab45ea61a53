import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileMailer } from './file-mailer';
import { FROM, mail, mailerContract } from './mailer.contract';

mailerContract('a folder', async () => {
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
});

describe('the mail folder', () => {
  it('is readable by its owner only and holds nothing but whole mails', async () => {
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
