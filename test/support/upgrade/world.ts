import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  REHEARSAL_INSTAGRAM_ID,
  REHEARSAL_PAGE_ID,
  REHEARSAL_TOKEN,
} from '../../../backend/rehearsal/rehearsal-account';
import { PASSWORD, turnOn } from '../authenticator';
import type { Answer, Client } from '../client';
import { ADMIN } from '../credentials';
import { eventually } from '../eventually';
import { fixture } from '../media';
import { addCategory } from '../shared-library';

const OTHER_PAGE = '100000000000002';
const LIBRARY_PAGE = '100000000000003';
const A_YEAR_IN_MINUTES = 525_600;
/** Later than anybody runs these tests. */
const FAR = '2077-05-17T09:30:00Z';
const PLAN_END = '2090-01-01T00:00:00Z';

/** Somebody of the world, as a test of a later version needs them. */
export interface Person {
  email: string;
  password: string;
  token: string;
  /** Of those who sign in with two factors. */
  twoFactor?: { secret: string; recovery: string[] };
}

export interface World {
  people: Record<string, Person>;
  /** A pending video that a later version publishes. */
  waiting: { person: string; id: number };
  /** A video that Meta was still processing when the product was killed. */
  underWay: { person: string; id: number };
}

/** Fills a product on the rehearsal network, through its API, with something of everything that it keeps. */
export async function fill(visitor: Client): Promise<World> {
  const admin = await visitor.login(ADMIN.email, ADMIN.password);
  const turn = (page_id: string, fault: string, on = true) =>
    done(200, admin.post('/rehearsal/faults', { page_id, fault, on }));
  const categories = await library(admin);
  const custom = await done(
    201,
    admin.post('/api/admin/plans', {
      name: 'Sonderplan für Zoë',
      price: 1234.5,
      duration_days: 90,
      max_storage_bytes: 5_000_000_000,
      max_pending_submissions: 77,
    }),
  );
  const grant = (user: Client, plan_id: number, more: object = {}) =>
    done(201, admin.post('/api/admin/subscriptions', { user_id: user.user.id, plan_id, ...more }));

  const zoe = await visitor.register({
    name: 'Zoë 🎬 Müller',
    email: 'zoe@example.com',
    timezone: 'Asia/Kolkata',
  });
  await grant(zoe, custom.id, { expires_at: PLAN_END });
  const waiting = await zoesPosts(zoe, turn);
  await zoesTexts(zoe, categories);

  const otto = await visitor.register({ name: 'Otto', email: 'otto@example.com', timezone: 'Europe/Berlin' });
  const expired = await grant(otto, 1, { starts_at: '2026-01-05T00:00:00Z', expires_at: PLAN_END });
  const past = { expires_at: '2026-02-05T00:00:00Z' };
  await done(200, admin.put(`/api/admin/subscriptions/${expired.id}`, past));
  await done(200, admin.put(`/api/admin/subscriptions/${(await grant(otto, 2)).id}`, { status: 'inactive' }));
  await grant(otto, 3, { expires_at: PLAN_END });
  await connect(otto, OTHER_PAGE);
  await turn(OTHER_PAGE, 'expired_token');
  const stuck = await upload(otto, 'videos', 'Waits for a new token', { scheduled_for: 'now' });
  await eventually(
    () => otto.get('/api/user/connection'),
    ({ body }) => JSON.stringify(body).includes('paused'),
  );
  await done(200, otto.get(`/api/videos/${stuck.id}`));
  await visitor.login('otto@example.com', PASSWORD);
  const { app, recovery } = await turnOn(otto);
  await done(401, visitor.post('/api/auth/login', { email: 'otto@example.com', password: PASSWORD }));

  const lib = await visitor.register({ name: 'Lib', email: 'lib@example.com', timezone: 'America/New_York' });
  await grant(lib, 2, { expires_at: PLAN_END });
  await libraryPosts(admin, lib, categories.active);

  const pia = await visitor.register({ name: 'Pia', email: 'pia@example.com' });
  await done(201, pia.post('/api/user/plan-request', { plan_id: 2, message: 'Zwei Läden,\neine Seite.' }));
  const quinn = await visitor.register({ name: 'Quinn', email: 'quinn@example.com' });
  const asked = await done(201, quinn.post('/api/user/plan-request', { plan_id: 3 }));
  await done(200, admin.delete(`/api/admin/plan-requests/${asked.id}`));
  await done(200, quinn.put('/api/user/facebook-settings', { access_token: REHEARSAL_TOKEN }));

  await done(
    201,
    admin.post('/api/admin/users', { name: 'Added by an administrator', email: 'added@example.com' }),
  );
  await done(200, visitor.post('/api/auth/forgot-password', { email: 'zoe@example.com' }));
  await done(
    401,
    visitor.post('/api/auth/login', { email: 'pia@example.com', password: 'not her password' }),
  );

  await turn(LIBRARY_PAGE, 'slow_processing');
  const underWay = await upload(lib, 'videos', 'Going public', { scheduled_for: 'now' });
  await eventually(
    () => lib.get(`/api/videos/${underWay.id}`),
    ({ body }) => body.status === 'uploaded',
  );

  const person = ({ token, user }: Client): Person => ({
    email: user.email,
    password: PASSWORD,
    token: token!,
  });
  return {
    people: {
      admin: { ...ADMIN, token: admin.token! },
      zoe: person(zoe),
      otto: { ...person(otto), twoFactor: { secret: app.secret, recovery } },
      lib: person(lib),
      pia: person(pia),
      quinn: person(quinn),
    },
    waiting: { person: 'zoe', id: waiting },
    underWay: { person: 'lib', id: underWay.id },
  };
}

type Turn = (page: string, fault: string, on?: boolean) => Promise<unknown>;

/** @returns the id of a post that waits without a time. */
async function zoesPosts(zoe: Client, turn: Turn): Promise<number> {
  await connect(zoe, REHEARSAL_PAGE_ID, REHEARSAL_INSTAGRAM_ID);
  const now = { scheduled_for: 'now' };
  const published = await upload(zoe, 'videos', 'Öffentlich & „published“', { ...now, poster: true });
  await upload(zoe, 'instagram/videos', 'A reel that is out 🎉', now);
  await upload(zoe, 'photos', 'A photo that is out', now, 'photo-exif.jpg');
  await isEnded(zoe, 'videos', published.id);

  const failed = [];
  for (const title of ['Failed', 'Failed and dismissed', 'Failed and back without a time']) {
    await turn(REHEARSAL_PAGE_ID, 'rejected_video');
    failed.push(await upload(zoe, 'videos', title, now, 'rotated.mp4'));
    await isEnded(zoe, 'videos', failed.at(-1)!.id);
  }
  await done(200, zoe.post(`/api/videos/${failed[1].id}/dismiss`));
  await done(200, zoe.post(`/api/videos/${failed[2].id}/retry`, { unscheduled: 1 }));

  const timed = await upload(zoe, 'videos', 'Scheduled', { scheduled_for: FAR });
  await done(
    200,
    zoe.put(`/api/videos/${timed.id}`, { description: 'A text\nof two lines, with ümlauts and 漢字.' }),
  );
  await upload(zoe, 'instagram/videos', 'Scheduled too', { scheduled_for: FAR }, 'portrait-1080.mp4');
  await upload(zoe, 'photos', 'No time yet', {}, 'photo.png');
  const gone = await upload(zoe, 'photos', 'Deleted', {}, 'photo.jpg');
  await done(200, zoe.delete(`/api/photos/${gone.id}`));
  return (await upload(zoe, 'videos', 'No time yet', {}, 'anamorphic.mp4')).id;
}

async function zoesTexts(zoe: Client, categories: { active: number; idle: number }): Promise<void> {
  const captions = [];
  for (const content of ['First caption 🎬', 'Zweite\nZeile', 'gone']) {
    captions.push(await done(201, zoe.post('/api/captions', { content })));
  }
  await done(200, zoe.delete(`/api/captions/${captions[2].id}`));
  await done(200, zoe.put('/api/user/preferences/categories', { category_ids: [categories.active] }));
  await done(200, zoe.put('/api/user/first-steps', { dismissed: 1 }));
  await done(200, zoe.get('/api/events'));
}

async function library(admin: Client): Promise<{ active: number; idle: number }> {
  const active = await addCategory(admin, 'Rezepte', { description: 'Für die Saison' });
  const idle = await addCategory(admin, 'Not offered any more', { is_active: false });
  await shareVideo(admin, 'Of the library', active);
  await shareVideo(admin, 'Of no category');
  const removed = await shareVideo(admin, 'Removed from the library', idle);
  await done(200, admin.delete(`/api/shared-videos/${removed}`));
  return { active, idle };
}

/** Automatic posting takes a video of the library, once there is nothing else. */
async function libraryPosts(admin: Client, lib: Client, category: number): Promise<void> {
  await done(200, lib.put('/api/user/preferences/categories', { category_ids: [category] }));
  await done(200, admin.put(`/api/admin/users/${lib.user.id}`, { can_use_shared_videos: 1 }));
  await connect(lib, LIBRARY_PAGE);
  const { body } = await eventually(
    () => lib.get('/api/videos?page=1'),
    (answer) => answer.body.data.some(({ status }: any) => status === 'published'),
    90_000,
  );
  if (body.data.length !== 1) throw new Error('automatic posting took more than one video');
}

async function connect(user: Client, page_id: string, instagram_page_id = ''): Promise<void> {
  const settings = { access_token: REHEARSAL_TOKEN, page_id, instagram_page_id };
  // After what is out now, the next post without a time is a year away.
  const often = { upload_frequency: A_YEAR_IN_MINUTES, photo_upload_frequency: A_YEAR_IN_MINUTES };
  await done(200, user.put('/api/user/facebook-settings', { ...settings, ...often }));
}

interface Wanted {
  scheduled_for?: string;
  poster?: boolean;
}

async function upload(
  user: Client,
  path: string,
  title: string,
  { scheduled_for, poster }: Wanted = {},
  file = 'portrait.mp4',
): Promise<any> {
  const collection = path === 'photos' ? 'photos' : 'videos';
  const form = new FormData();
  form.append('titles[]', title);
  if (scheduled_for)
    form.append('scheduled_for[]', scheduled_for === 'now' ? new Date().toISOString() : scheduled_for);
  if (poster) form.append('posters[]', await blob('photo.jpg', 'image/jpeg'), 'poster.jpg');
  form.append(
    `${collection}[]`,
    await blob(file, path === 'photos' ? 'image/jpeg' : 'video/mp4'),
    basename(file),
  );
  return (await done(201, user.post(`/api/${path}`, form)))[collection][0];
}

/** @returns the id. */
async function shareVideo(admin: Client, title: string, category_id?: number): Promise<number> {
  const form = new FormData();
  form.append('title', title);
  if (category_id) form.append('category_id', String(category_id));
  form.append('video', await blob('portrait-1080.mp4', 'video/mp4'), 'portrait-1080.mp4');
  return (await done(201, admin.post('/api/shared-videos', form))).id;
}

const blob = async (file: string, type: string): Promise<Blob> =>
  new Blob([new Uint8Array(await readFile(fixture(file)))], { type });

const isEnded = (user: Client, path: string, id: number) =>
  eventually(
    () => user.get(`/api/${path}/${id}`),
    ({ body }) => ['published', 'failed'].includes(body.status),
    30_000,
  );

/** @returns the body of an answer with that status. */
async function done(status: number, asked: Promise<Answer>): Promise<any> {
  const answer = await asked;
  if (answer.status !== status)
    throw new Error(`${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
