import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { Database } from '../../backend/database/database';
import { ADMIN, PAGE, startTestApp, type TestApp } from './app';
import type { Client } from './client';
import { fixture } from './media';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GROWTH_PLAN = 2;
const STUDIO_PLAN = 3;

export type Who = 'anonymous' | 'newcomer' | 'beginner' | 'subscriber' | 'admin';

/** A running installation as it looks after some weeks: people of every kind, items in every state. */
export interface Stage {
  app: TestApp;
  /** `beginner` has a plan and a page, and nothing yet; `newcomer` has not even a plan. */
  people: Record<Exclude<Who, 'anonymous'>, Client>;
  end(): Promise<void>;
}

/** What became of an item; times in hours from now. */
interface Fate {
  title: string;
  at?: number;
  status?: 'scheduled' | 'processing' | 'uploaded' | 'published' | 'failed';
  error?: string;
  permalink?: string;
}

const VIDEOS: Fate[] = [
  { title: 'Sunrise over the old town', at: -50, status: 'published' },
  { title: 'How we roast our beans', at: -26, status: 'published' },
  {
    title: 'Market day, behind the stalls',
    at: -4,
    status: 'failed',
    error:
      'Facebook refused the video: its frame rate is not allowed (code 1363129). Export it with 24 to 60 frames a second and upload it again.',
  },
  { title: 'Latte art in thirty seconds', at: -0.02, status: 'uploaded' },
  { title: 'Five minutes with the baker', at: -0.01, status: 'processing' },
  { title: 'A rainy Sunday playlist', at: 3 },
  { title: 'The new autumn menu, and why the pumpkin soup took us three attempts to get right', at: 27 },
  { title: 'Ask us anything', at: 51 },
  { title: 'Closing time' },
  { title: 'Bloopers' },
];
const INSTAGRAM: Fate[] = [
  { title: 'Pour over, slow motion', at: -30, status: 'published' },
  { title: 'Hands at work', at: 6 },
  { title: 'Morning crowd' },
];
const PHOTOS: Fate[] = [
  { title: 'Window seat', at: -20, status: 'published' },
  { title: 'Cinnamon rolls', at: 5 },
  { title: 'The team', at: 30 },
  {
    title: 'Rooftop',
    at: -2,
    status: 'failed',
    error: 'Facebook asks you to sign in again (code 190). Save a new access token in Settings, then retry.',
  },
  { title: 'Menu board' },
];
const CAPTIONS = [
  'Fresh from the oven, every morning at seven. Come early!',
  'Which one is yours? Tell us in the comments.\n\n#coffee #neighbourhood',
  'Open on Sunday from nine.',
];
const CATEGORIES = [
  { name: 'Coffee', description: 'Brewing, roasting, tasting', is_active: true },
  { name: 'Seasonal', description: 'Menus and holidays', is_active: true },
  { name: 'Archive', description: '', is_active: false },
];
const LIBRARY = ['Espresso basics', 'Milk, steamed right', 'Winter menu teaser', 'Opening the shop'];

/** Hues, so that no two pictures look alike. */
const HUES = [24, 210, 150, 340, 45, 265, 190, 95, 10, 300];

export async function setStage(env: Record<string, string> = {}): Promise<Stage> {
  const app = await startTestApp({ env: { SUPPORT_PHONE: '911234567890', ...env } });
  const admin = await app.client.login(ADMIN.email, ADMIN.password);
  const [newcomer, beginner, subscriber] = await Promise.all([
    app.client.register({ name: 'Noor Haddad', timezone: 'Europe/Berlin' }),
    app.client.register({ name: 'Bo Lindgren', timezone: 'Europe/Berlin' }),
    app.client.register({ name: 'Mira Patel', timezone: 'Europe/Berlin' }),
  ]);
  await grant(admin, beginner, GROWTH_PLAN);
  await grant(admin, subscriber, STUDIO_PLAN);
  await admin.put(`/api/admin/users/${subscriber.user.id}`, {
    name: 'Mira Patel',
    email: subscriber.user.email,
    is_admin: 0,
    can_use_shared_videos: 1,
  });
  for (const person of [beginner, subscriber])
    await expectOk(person.put('/api/user/facebook-settings', { access_token: PAGE.token, page_id: PAGE.id }));
  await fillLibrary(admin);
  await fillPosts(app, subscriber);
  return {
    app,
    people: { newcomer, beginner, subscriber: await asKnownNow(subscriber), admin },
    end: () => app.end(),
  };
}

async function grant(admin: Client, user: Client, plan_id: number): Promise<void> {
  await expectOk(admin.post('/api/admin/subscriptions', { user_id: user.user.id, plan_id }));
}

/** The session's user as the server sees it by now. */
async function asKnownNow(client: Client): Promise<Client> {
  client.user = (await client.get('/api/user')).body;
  return client;
}

async function fillLibrary(admin: Client): Promise<void> {
  const ids: number[] = [];
  for (const category of CATEGORIES) ids.push((await expectOk(admin.post('/api/categories', category))).id);
  for (const [n, title] of LIBRARY.entries()) {
    const form = new FormData();
    form.append('title', title);
    if (n < 3) form.append('category_id', String(ids[n === 2 ? 1 : 0]));
    form.append('posters[]', await picture(HUES[n + 5]!, 270, 480), 'poster.jpg');
    form.append('video', await video(), 'video.mp4');
    await expectOk(admin.post('/api/shared-videos', form));
  }
}

async function fillPosts(app: TestApp, client: Client): Promise<void> {
  for (const content of CAPTIONS) await expectOk(client.post('/api/captions', { content }));
  await fill(app, client, '/api/videos', 'videos', VIDEOS);
  await fill(app, client, '/api/instagram/videos', 'videos', INSTAGRAM);
  await fill(app, client, '/api/photos', 'photos', PHOTOS);
}

async function fill(
  app: TestApp,
  client: Client,
  path: string,
  collection: 'videos' | 'photos',
  fates: Fate[],
): Promise<void> {
  for (const [n, fate] of fates.entries()) {
    const form = new FormData();
    form.append('titles[]', fate.title);
    if (collection === 'videos') {
      form.append('posters[]', await picture(HUES[n]!, 270, 480), 'poster.jpg');
      form.append('videos[]', await video(), 'video.mp4');
    } else {
      form.append('posters[]', await picture(HUES[9 - n]!, 320, 256), 'poster.jpg');
      form.append('photos[]', await picture(HUES[9 - n]!, 900, 720), 'photo.jpg');
    }
    const { [collection]: items } = await expectOk(client.post(path, form));
    await bring(app, (items as { id: number }[])[0]!.id, fate);
  }
}

/** Sets what only the publisher would; a lease in the far future keeps it away from what is on its way. */
async function bring(app: TestApp, id: number, { at, status, error }: Fate): Promise<void> {
  if (at === undefined) return;
  const due = Date.now() + at * HOUR;
  const database = app.running.nest.get(Database);
  const minute = due - (due % 60_000);
  const settled = status === 'published' || status === 'failed';
  await database.run(
    `UPDATE posts SET scheduled_for = ?, due_at = ?, status = ?, owner = ?, upload_error = ?, published_at = ?,
       posted_text = title, remote_id = ?, permalink = ?, created_at = ? WHERE id = ?`,
    [
      minute,
      settled ? null : status ? Date.now() + DAY : minute,
      status ?? 'pending',
      status && !settled ? 'stage' : null,
      error ?? null,
      status === 'published' ? minute + 4_000 : null,
      status === 'published' ? `9000${id}` : null,
      status === 'published' ? `https://www.facebook.com/reel/9000${id}` : null,
      Math.min(minute, Date.now()) - 2 * DAY + id * 61_000,
      id,
    ],
  );
  if (settled) await ledger(database, id, minute, error);
}

async function ledger(database: Database, post: number, at: number, error?: string): Promise<void> {
  const steps = ['start', 'upload', 'publish'];
  for (const [n, step] of steps.entries()) {
    const failed = error !== undefined && n === steps.length - 1;
    await database.insert('attempts', {
      post_id: post,
      fence: 1,
      step,
      outcome: failed ? 'failed' : 'done',
      remote_id: `9000${post}`,
      message: failed ? error : null,
      code: failed ? Number(/code (\d+)/.exec(error)?.[1]) : null,
      subcode: null,
      trace_id: failed ? 'AbCdEfGhIjK' : null,
      started_at: at + n * 1_500,
      finished_at: at + n * 1_500 + 900,
    });
  }
}

async function expectOk(call: ReturnType<Client['get']>): Promise<any> {
  const { status, body } = await call;
  if (status >= 300) throw new Error(`the stage could not be set: ${status} ${JSON.stringify(body)}`);
  return body;
}

let bytes: Promise<Buffer> | undefined;

async function video(): Promise<Blob> {
  bytes ??= readFile(fixture('portrait.mp4'));
  return new Blob([new Uint8Array(await bytes)], { type: 'video/mp4' });
}

/** A landscape at dusk, drawn. */
async function picture(hue: number, width: number, height: number): Promise<Blob> {
  const hill = (y: number, tone: number) =>
    `<path fill="hsl(${hue} 45% ${tone}%)" d="M0 ${height * y} Q ${width * 0.3} ${height * (y - 0.16)} ${width * 0.55} ${height * (y - 0.02)} T ${width} ${height * (y - 0.08)} V ${height} H 0 Z"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue} 70% 62%)"/><stop offset="1" stop-color="hsl(${hue + 40} 85% 84%)"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${width * 0.68}" cy="${height * 0.34}" r="${width * 0.12}" fill="hsl(${hue + 30} 95% 93%)"/>
    ${hill(0.66, 48)}${hill(0.8, 34)}${hill(0.92, 22)}</svg>`;
  return new Blob([new Uint8Array(await sharp(Buffer.from(svg)).jpeg().toBuffer())], { type: 'image/jpeg' });
}
