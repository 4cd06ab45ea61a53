import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { Clock } from '../../../backend/common/time/clock';
import { Database } from '../../../backend/database/database';
import { Storage } from '../../../backend/ports/storage/storage';
import { newKey } from '../../../backend/ports/storage/media-key';
import { Housekeeping } from '../../../backend/publishing/housekeeping/housekeeping';
import { startTestApp, useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { fixture } from '../../support/media';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

// Whose own housekeeping does not come by meanwhile.
const app = useApp({ env: { ROLE: 'api' } });
let user: Client;
let media: string;
let said: jest.SpyInstance;
let complained: jest.SpyInstance;
beforeAll(async () => {
  media = join(app.dir, 'media');
  user = await app.users.subscriber({ connected: true });
});
beforeEach(() => {
  said = jest.spyOn(Logger.prototype, 'log');
  complained = jest.spyOn(Logger.prototype, 'error');
});
afterEach(() => jest.restoreAllMocks());

const tidy = () => app.running.nest.get(Housekeeping).tidy();
const today = () => new Date().toISOString().slice(0, 10);
/** What lies there, and in the folders of which days. */
const trash = async () => {
  const place = join(media, 'trash');
  const days = existsSync(place) ? await readdir(place) : [];
  const keys = await Promise.all(days.map((day) => readdir(join(place, day))));
  return { keys: keys.flat().sort(), days: days.filter((_, n) => keys[n]!.length > 0) };
};
const lines = () => said.mock.calls.filter(([, text]) => text === 'media were swept into the trash');

async function aged(path: string, ms = 3 * HOUR_MS): Promise<string> {
  const then = new Date(Date.now() - ms);
  await mkdir(join(path, '..'), { recursive: true });
  if (!existsSync(path)) await writeFile(path, 'bytes');
  await utimes(path, then, then);
  return path;
}

async function orphan(): Promise<string> {
  const key = newKey('mp4');
  return aged(join(media, key.slice(0, 2), key));
}

it('moves files that no row names into the trash of the day, says how many, and leaves all others', async () => {
  const { body } = await user.upload('/api/videos', [fixture('portrait.mp4')]);
  const { file_path: link } = body.videos[0];
  const key = link.split('?')[0];
  await aged(join(media, key.slice(0, 2), key));
  const orphans = [await orphan(), await orphan()];
  const fresh = newKey('mp4');
  await mkdir(join(media, fresh.slice(0, 2)), { recursive: true });
  await writeFile(join(media, fresh.slice(0, 2), fresh), 'bytes');

  // Midnight may come meanwhile.
  const days = [today()];
  await tidy();
  days.push(today());

  expect(orphans.map((path) => existsSync(path))).toEqual([false, false]);
  const swept = await trash();
  expect(swept.keys).toEqual(orphans.map((path) => path.slice(-44)).sort());
  expect(days).toEqual(expect.arrayContaining(swept.days));
  expect(existsSync(join(media, fresh.slice(0, 2), fresh))).toBe(true);
  expect((await fetch(`${app.url}/storage/${link}`)).status).toBe(200);
  expect(lines()).toMatchObject([[{ files: 2, bytes: 10 }, expect.anything()]]);

  const storage = app.running.nest.get(Storage);
  expect(await storage.recover('2020-01-01')).toBe(0);
  let back = 0;
  for (const day of swept.days) back += await storage.recover(day);
  expect([back, orphans.map((path) => existsSync(path)), (await trash()).keys]).toEqual([
    2,
    [true, true],
    [],
  ]);
  await Promise.all(orphans.map((path) => rm(path)));
});

it('takes the others when one of them cannot be read', async () => {
  const orphans = [await orphan(), await orphan(), await orphan()];
  const broken = [...orphans].sort()[0]?.slice(-44);
  const storage = app.running.nest.get(Storage);
  const stat = storage.stat.bind(storage);
  jest.spyOn(storage, 'stat').mockImplementation((key) => {
    const eio = Object.assign(new Error('i/o error'), { code: 'EIO' });
    return key === broken ? Promise.reject(eio) : stat(key);
  });

  await tidy();

  const left = orphans.filter((path) => existsSync(path));
  expect(left.map((path) => path.slice(-44))).toEqual([broken]);
  await storage.recover();
  await Promise.all(orphans.map((path) => rm(path)));
});

it('leaves alone what it did not make: other names, links and what they lead to', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'pagecast-outside-'));
  const key = `ee${'0'.repeat(38)}.mp4`;
  const paths = [
    await aged(join(media, 'aa', 'holiday.mp4')),
    await aged(join(media, 'bb', newKey('mp4').replace(/^../, 'cc'))),
    await aged(join(media, 'dd', `dd${'0'.repeat(38)}.exe`)),
    await aged(join(media, 'notes', 'read me')),
    await aged(join(outside, key)),
    await aged(join(media, 'incoming', 'somebody', 'file')),
  ];
  // Keys are drawn: one of another test may have made the folder.
  await rm(join(media, 'ee'), { recursive: true, force: true });
  await symlink(outside, join(media, 'ee'));
  await mkdir(join(media, 'ab'), { recursive: true });
  const linked = join(media, 'ab', `ab${'1'.repeat(38)}.mp4`);
  await symlink(paths[0]!, linked);

  await tidy();

  expect([...paths, linked].filter((path) => !existsSync(path))).toEqual([]);
  expect((await trash()).keys).toEqual([]);
  await rm(join(media, 'ee'));
  await rm(outside, { recursive: true });
});

it('stops, and says so, when the files that no row names are too many to be leavings', async () => {
  const orphans = await Promise.all(Array.from({ length: 21 }, orphan));
  await tidy();
  expect(orphans.filter((path) => !existsSync(path))).toEqual([]);
  expect(complained).toHaveBeenCalledWith(
    expect.objectContaining({ unknown: 21 }),
    expect.stringContaining('nothing is swept'),
  );
  await rm(orphans[0]!);
  await tidy();
  expect(orphans.filter((path) => existsSync(path))).toEqual([]);
});

it('sweeps the files of half an upload, but of none that is still growing', async () => {
  const incoming = join(media, 'incoming');
  const dead = await aged(join(incoming, '0123456789ab', 'part'));
  await aged(join(incoming, '0123456789ab'));
  const first = await aged(join(incoming, 'ba9876543210', 'complete'), DAY_MS);
  await writeFile(join(incoming, 'ba9876543210', 'growing'), 'bytes');
  const own = await aged(join(app.running.nest.get(Storage).incomingDir, 'slow'), DAY_MS);
  await tidy();
  expect([dead, first, own].map((path) => existsSync(path))).toEqual([false, true, true]);
  expect(existsSync(join(incoming, '0123456789ab'))).toBe(false);
  await rm(own);
});

it('empties the trash of days that ended a week ago, and only of what it put there', async () => {
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const [old, young, note] = [
    await aged(join(media, 'trash', day(9), newKey('mp4'))),
    await aged(join(media, 'trash', day(7), newKey('mp4'))),
    await aged(join(media, 'trash', day(10), 'note')),
  ];
  const begun = today();
  await tidy();
  expect([old, note].map((path) => existsSync(path))).toEqual([false, true]);
  // A midnight that came meanwhile ends its week.
  expect(existsSync(young) || begun !== today()).toBe(true);
  expect(existsSync(join(media, 'trash', day(9)))).toBe(false);
});

it('takes nothing for old when the clock is set two hours forward', async () => {
  const key = newKey('mp4');
  const path = await aged(join(media, key.slice(0, 2), key), HOUR_MS);
  const step = jest.spyOn(app.running.nest.get(Clock), 'now').mockReturnValue(Date.now() + 2 * HOUR_MS);
  await tidy();
  step.mockRestore();
  expect(existsSync(path)).toBe(true);
  await rm(path);
});

it('is done by one process at a time', async () => {
  const db = app.running.nest.get(Database);
  await db.run("UPDATE chores SET holder = 'another', held_until = ? WHERE name = 'housekeeping'", [
    Date.now() + 30_000,
  ]);
  const path = await orphan();
  await tidy();
  expect(existsSync(path)).toBe(true);
  await db.run("UPDATE chores SET held_until = ? WHERE name = 'housekeeping'", [Date.now() - 1]);
  await Promise.all([tidy(), tidy(), tidy()]);
  expect([existsSync(path), lines().length]).toEqual([false, 1]);
});

it('sweeps nothing beside another database, and says so', async () => {
  const orphans = [await orphan()];
  const other = await startTestApp({ fake: app.fake, env: { STORAGE_URL: `file:${media}` } });
  try {
    await other.running.nest.get(Housekeeping).tidy();
    expect(orphans.filter((path) => !existsSync(path))).toEqual([]);
    expect(complained).toHaveBeenCalledWith(expect.stringContaining('belongs to another installation'));
  } finally {
    await other.end();
  }
});
