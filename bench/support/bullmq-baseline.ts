import { createServer } from 'node:http';
import { Queue, Worker } from 'bullmq';
import Redis from 'ioredis';

/**
 * What lateness is held against: jobs of BullMQ that are due at instants of their own, and do nothing. `GET /?due=a,b,c`
 * answers how many milliseconds late each began, when the last one has.
 */
const NAME = 'posts';
const connection = () => new Redis(process.env.REDIS_URL!, { maxRetriesPerRequest: null });
const queue = new Queue<{ due: number }>(NAME, { connection: connection() });
const late: number[] = [];
let onJob = (): void => undefined;

new Worker<{ due: number }>(
  NAME,
  ({ data }) => {
    late.push(Date.now() - data.due);
    onJob();
    return Promise.resolve();
  },
  { connection: connection(), concurrency: 64 },
);

createServer((request, response) => {
  const given = new URL(request.url ?? '/', 'http://bench').searchParams.get('due') ?? '';
  answersTo(given.split(',').filter(Boolean).map(Number)).then(
    (answers) => response.end(JSON.stringify(answers)),
    () => response.destroy(),
  );
}).listen(Number(process.env.PORT), '127.0.0.1');

async function answersTo(due: number[]): Promise<number[]> {
  late.length = 0;
  const all = new Promise<void>((resolve) => (onJob = () => late.length === due.length && resolve()));
  await queue.addBulk(
    due.map((at) => ({ name: NAME, data: { due: at }, opts: { delay: Math.max(0, at - Date.now()) } })),
  );
  if (due.length > 0) await all;
  return [...late];
}
