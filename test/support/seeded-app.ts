import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { Database } from '../../backend/database/database';
import { startTestApp, type TestApp } from './app';
import type { Client } from './client';
import { fixture } from './media';
import { GROWTH_PLAN, STUDIO_PLAN } from './users';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Who looks at a screen. */
export type Viewer = 'anonymous' | 'newcomer' | 'beginner' | 'subscriber' | 'admin';

/** A running installation as it looks after some weeks: users of every kind, posts in every state. */
export interface SeededApp {
  app: TestApp;
  /** `beginner` has a plan and a page, but no posts yet; `newcomer` has no plan either. */
  people: Record<Exclude<Viewer, 'anonymous'>, Client>;
  end(): Promise<void>;
}

/** A post and what became of it; times in hours from now. */
interface SeededPost {
  title: string;
  at?: number;
  status?: 'scheduled' | 'processing' | 'uploaded' | 'published' | 'failed';
  error?: string;
  permalink?: string;
}

const VIDEOS: SeededPost[] = [
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
const INSTAGRAM: SeededPost[] = [
  { title: 'Pour over, slow motion', at: -30, status: 'published' },
  { title: 'Hands at work', at: 6 },
  { title: 'Morning crowd' },
];
const PHOTOS: SeededPost[] = [
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

export async function startSeededApp(env: Record<string, string> = {}): Promise<SeededApp> {
  const app = await startTestApp({ env: { SUPPORT_PHONE: '911234567890', ...env } });
  const admin = await app.users.admin();
  const timezone = 'Europe/Berlin';
  const newcomer = await app.users.newcomer({ name: 'Noor Haddad', timezone });
  const [beginner, subscriber] = await Promise.all([
    app.users.subscriber({ name: 'Bo Lindgren', timezone, plan: GROWTH_PLAN, connected: true }),
    app.users.subscriber({ name: 'Mira Patel', timezone, plan: STUDIO_PLAN, connected: true }),
  ]);
  await expectOk(admin.put(`/api/admin/users/${subscriber.user.id}`, { can_use_shared_videos: 1 }));
  await fillLibrary(admin);
  await fillPosts(app, subscriber);
  await refreshUser(subscriber);
  return { app, people: { newcomer, beginner, subscriber, admin }, end: () => app.end() };
}

/** The session's user as the server has it by now. */
async function refreshUser(client: Client): Promise<void> {
  client.user = (await client.get('/api/user')).body;
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
  posts: SeededPost[],
): Promise<void> {
  for (const [n, post] of posts.entries()) {
    const form = new FormData();
    form.append('titles[]', post.title);
    if (collection === 'videos') {
      form.append('posters[]', await picture(HUES[n]!, 270, 480), 'poster.jpg');
      form.append('videos[]', await video(), 'video.mp4');
    } else {
      form.append('posters[]', await picture(HUES[9 - n]!, 320, 256), 'poster.jpg');
      form.append('photos[]', await picture(HUES[9 - n]!, 900, 720), 'photo.jpg');
    }
    const { [collection]: items } = await expectOk(client.post(path, form));
    await age(app, (items as { id: number }[])[0]!.id, post);
  }
}

/** Writes what only the publisher writes; a lease in the far future keeps it away from posts under way. */
async function age(app: TestApp, id: number, { at, status, error }: SeededPost): Promise<void> {
  if (at === undefined) return;
  const due = Date.now() + at * HOUR;
  const database = app.running.nest.get(Database);
  const minute = due - (due % 60_000);
  const settled = status === 'published' || status === 'failed';
  await database.run(
    `UPDATE posts SET scheduled_for = ?, due_at = ?, status = ?, locked_by = ?, upload_error = ?, published_at = ?,
       failed_at = ?, idle_since = ?, posted_text = title, remote_id = ?, permalink = ?, created_at = ? WHERE id = ?`,
    [
      minute,
      settled ? null : status ? Date.now() + DAY : minute,
      status ?? 'pending',
      status && !settled ? 'nobody' : null,
      error ?? null,
      status === 'published' ? minute + 4_000 : null,
      status === 'failed' ? minute + 4_000 : null,
      settled ? minute + 4_000 : null,
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
    await database.insert('publish_steps', {
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
  if (status >= 300) throw new Error(`not seeded: ${status} ${JSON.stringify(body)}`);
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
