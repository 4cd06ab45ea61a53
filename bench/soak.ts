import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../test/support/client';
import { Product } from './support/product';
import { bound, type Benchmark, type Row } from './support/report';
import { videoBody, send } from './support/video-body';

const MEGABYTE = 1024 * 1024;
const USERS = 20;

/** An hour of light use: seven calls a second and an upload every fifteen seconds, ten times as fast. */
const CALLS = Number(process.env.SOAK_CALLS ?? 25_200);
const CALLS_PER_SECOND = Number(process.env.SOAK_RATE ?? 70);
const CALLS_PER_UPLOAD = 105;
const UPLOAD_BYTES = 20 * MEGABYTE;

const LOOK_EVERY_CALLS = 700;
const SETTLE_MS = 30_000;
const MOST_MB = 150;

const PATHS = [
  '/api/videos?page=1',
  '/api/user',
  '/api/calendar/outlook',
  '/api/user/subscription',
  '/api/user/connection',
  '/api/captions',
  '/api/photos?page=1',
];

/** Resident memory while the product is used lightly for long. */
export const soak: Benchmark = {
  name: 'soak',
  run: async () => {
    const product = await Product.start();
    try {
      const users = await product.subscribers(USERS);
      const resident = await use(product, users);
      await pause(SETTLE_MS);
      const after = product.server.resident / MEGABYTE;
      return judge(resident, after);
    } finally {
      await product.end();
    }
  },
};

/** @returns the resident memory in MB, as often as it was looked at */
async function use(product: Product, users: Client[]): Promise<number[]> {
  const body = await videoBody(UPLOAD_BYTES);
  const resident: number[] = [];
  const began = performance.now();
  for (let n = 0; n < CALLS; n++) {
    const user = users[n % USERS]!;
    const late = began + (n * 1000) / CALLS_PER_SECOND - performance.now();
    if (late > 0) await pause(late);
    if (n % CALLS_PER_UPLOAD === 0) await uploadAndDelete(product, user, body);
    const { status } = await user.get(PATHS[n % PATHS.length]!);
    if (status !== 200) throw new Error(`${PATHS[n % PATHS.length]} was answered with ${status}`);
    if (n % LOOK_EVERY_CALLS === 0) resident.push(product.server.resident / MEGABYTE);
  }
  return resident;
}

async function uploadAndDelete(
  product: Product,
  user: Client,
  body: Awaited<ReturnType<typeof videoBody>>,
): Promise<void> {
  const answer = await send(`${product.url}/api/videos`, body, user.token);
  const { videos } = JSON.parse(answer) as { videos: { id: number }[] };
  await user.delete(`/api/videos/${videos[0]!.id}`);
}

function judge(resident: number[], after: number): Row[] {
  const quarter = Math.ceil(resident.length / 4);
  const most = (values: number[]) => Math.max(...values);
  return [
    bound('resident, first quarter', most(resident.slice(0, quarter)), { unit: 'MB' }),
    bound('resident, last quarter', most(resident.slice(-quarter)), { unit: 'MB', atMost: MOST_MB }),
    bound('resident, half a minute after it', after, { unit: 'MB', atMost: MOST_MB }),
  ];
}
