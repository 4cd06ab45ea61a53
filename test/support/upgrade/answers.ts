import { createHash } from 'node:crypto';
import { Client } from '../client';
import type { Person } from './world';

const USER_CALLS = [
  '/api/user',
  '/api/user/subscription',
  '/api/user/connection',
  '/api/user/first-steps',
  '/api/user/plan-request',
  '/api/user/preferences/categories',
  '/api/user/sessions',
  '/api/plans',
  '/api/categories?range=[0,99]',
  '/api/captions?range=[0,99]',
  '/api/shared-videos?range=[0,99]',
  '/api/activity?page=1&per_page=100',
  '/api/calendar?from=2077-05-01&to=2077-05-31',
  '/api/calendar/outlook',
];
const LISTS = ['/api/videos', '/api/instagram/videos', '/api/photos'];
const ADMIN_CALLS = ['users', 'plans', 'subscriptions', 'publications', 'plan-requests', 'activity'];

/** What each call answered, by person and path. */
export type Answers = Record<string, Record<string, { status: number; body: unknown }>>;

/** Reads all that a product shows to these people, the bytes of their media included. */
export async function readAnswers(url: string, people: Record<string, Person>): Promise<Answers> {
  const all: Answers = {};
  for (const [name, { token }] of Object.entries(people)) {
    const client = new Client(url, token);
    const answers: Answers[string] = {};
    const read = async (path: string): Promise<any> => {
      const { status, body } = await client.get(path);
      answers[path] = { status, body: await lasting(url, body) };
      return body;
    };
    for (const path of USER_CALLS) await read(path);
    for (const list of LISTS) {
      const { data = [] } = await read(`${list}?page=1&per_page=100`);
      for (const { id } of data) await read(`${list}/${id}`);
    }
    if (name === 'admin')
      for (const path of ADMIN_CALLS) await read(`/api/admin/${path}?page=1&per_page=100`);
    all[name] = answers;
  }
  return all;
}

/** The value without what changes while nothing does: a signed link becomes a digest of what it leads to. */
async function lasting(url: string, value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((each) => lasting(url, each)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([key, each]: [string, unknown]) => {
    // Reading is what it is moved by.
    if (key === 'last_seen_at') return [key, 'some time'];
    const isLink = /(_path|_url)$/.test(key) && typeof each === 'string' && each.includes('?');
    return [key, isLink ? await digestOf(`${url}/storage/${each}`) : await lasting(url, each)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function digestOf(link: string): Promise<string> {
  const response = await fetch(link);
  const bytes = Buffer.from(await response.arrayBuffer());
  const digest = createHash('sha256').update(bytes).digest('hex');
  return `${response.status} ${response.headers.get('content-type')} ${bytes.length} bytes ${digest}`;
}
