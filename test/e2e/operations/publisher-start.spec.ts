import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFake } from '../../support/app';
import { eventually } from '../../support/eventually';
import { MAIN, Product } from '../../support/process';

jest.setTimeout(120_000);

it('a publisher says what it does, and names no page that it does not have', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'pagecast-publisher-'));
  const fake = await startFake();
  const env = { ROLE: 'publisher', PUBLIC_URL: 'https://posts.example.com' };
  const product = await Product.start(MAIN, { fake, dir, env });
  try {
    // The line with the address is written first, and taken for the start.
    const said = await eventually(
      () => Promise.resolve(product.printed.join('\n')),
      (lines) => lines.includes('Only /health and /metrics are at this address.'),
    );
    expect(said).toMatch(
      /Pagecast is running: http:\/\/localhost:\d+ {3}\(a publisher: it sends what is due\)/,
    );
    expect(said).not.toMatch(/rehearsal|posts\.example\.com/i);
    expect((await fetch(`${product.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${product.url}/api/config`)).status).toBe(404);
  } finally {
    product.signal('SIGTERM');
    await product.exit();
    await fake.stop();
    await rm(dir, { recursive: true, force: true });
  }
});
