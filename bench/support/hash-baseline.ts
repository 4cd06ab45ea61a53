import { createServer } from 'node:http';
import { hash } from '@node-rs/argon2';
import { PARAMETERS } from '../../backend/auth/passwords';

/** What a login is held against: the hash alone. `/?count=n` answers how many milliseconds each of n took, one by one. */
createServer((request, response) => {
  const count = Number(new URL(request.url ?? '/', 'http://bench').searchParams.get('count'));
  timed(count).then(
    (took) => response.end(JSON.stringify(took)),
    () => response.destroy(),
  );
}).listen(Number(process.env.PORT), '127.0.0.1');

async function timed(count: number): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < count; n++) {
    const begin = performance.now();
    await hash('the password of the benchmark', PARAMETERS);
    took.push(performance.now() - begin);
  }
  return took;
}
