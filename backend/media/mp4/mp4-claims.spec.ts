import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fixture } from '../../../test/support/media';
import { BOMBS, sampleBomb } from '../../../test/support/mp4-bombs';
import { claimsTooMuch } from './mp4-claims';
import { movie } from './mp4-box';

describe('claimsTooMuch', () => {
  let dir: string;
  beforeAll(async () => (dir = await mkdtemp(join(tmpdir(), 'pagecast-claims-'))));
  afterAll(() => rm(dir, { recursive: true }));

  async function check(bytes: Buffer): Promise<boolean> {
    const path = join(dir, 'film.mp4');
    await writeFile(path, bytes);
    return claimsTooMuch(path, bytes.length);
  }

  it.each(Object.entries(BOMBS))('refuses %s', async (_name, bytes) => {
    expect(await check(bytes)).toBe(true);
  });

  it('decides quickly, whatever is claimed', async () => {
    const before = process.cpuUsage();
    for (const bytes of Object.values(BOMBS)) await check(bytes);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5_000);
  });

  it('accepts any film that can be read, and files that are none', async () => {
    const names = (await readdir(dirname(fixture('portrait.mp4')))).filter((name) =>
      /\.(mp4|mov)$/.test(name),
    );
    for (const name of names)
      expect([name, await claimsTooMuch(fixture(name), (await stat(fixture(name))).size)]).toEqual([
        name,
        false,
      ]);
    expect(await check(movie())).toBe(false);
    expect(await check(sampleBomb(24_000))).toBe(false);
  });

  it('does not fail on any beginning of a film', async () => {
    const whole = BOMBS['fragments of millions of samples without a byte'] as Buffer;
    for (let end = 0; end < whole.length; end += 7) await check(whole.subarray(0, end));
  });
});
