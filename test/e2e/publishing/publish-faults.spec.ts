import { createServer, type AddressInfo } from 'node:net';
import { CHUNK_FAULT_CASES } from '../../support/chunk-fault-cases';
import { FAULT_CASES, on, type FaultCase } from '../../support/publish-fault-cases';
import { PublishingHarness, type ConnectedUser, type HarnessOptions } from '../../support/publishing-harness';

interface Played {
  harness: PublishingHarness;
  account: ConnectedUser;
  title: string;
  item: any;
  tasksUsed: number;
  published: number;
  violations: string[];
}

/** Thirty people may register in a minute. */
const MOST_PER_APP = 20;

let shared: { harness: PublishingHarness; kind: string; played: number } | undefined;
afterAll(() => shared?.harness.end());

/** A start costs more than a publication: those of one kind take turns, each with an account and a page of its own. */
async function harnessFor(options: HarnessOptions): Promise<PublishingHarness> {
  const kind = JSON.stringify(options);
  if (shared?.kind !== kind || shared.played === MOST_PER_APP) {
    await shared?.harness.end();
    shared = { harness: await PublishingHarness.start(options), kind, played: 0 };
  }
  shared.played++;
  return shared.harness;
}

async function play({ faults, of, bytes = 60_000, graph }: FaultCase): Promise<Played> {
  const harness = await harnessFor({ graph });
  const { fake } = harness;
  const earlier = new Set(fake.violations());
  const account = await harness.addUser();
  const { id: page } = account.page;
  for (const fault of faults) fake.fault({ ...fault, page });
  const title = `Fresh bread ${page}`;
  const id = await harness.post(account, title, { of, bytes });
  const item = await harness.runToEnd(account, id);
  return {
    harness,
    account,
    title,
    item,
    tasksUsed: await harness.tasksUsed(account),
    published: fake.published().filter(({ pageId }) => pageId === page).length,
    violations: fake.violations().filter((violation) => !earlier.has(violation)),
  };
}

describe('a publication', () => {
  it.each(Object.entries({ ...FAULT_CASES, ...CHUNK_FAULT_CASES }))(
    'ends as it must after %s',
    async (_name, given) => {
      const { status = 'published', error, calls = {}, sentAtMost, bytes = 60_000, live } = given;
      const { harness, account, title, item, tasksUsed, published, violations } = await play(given);
      expect({ status: item.status, tasksUsed, published, violations }).toEqual({
        status,
        tasksUsed: 0,
        published: live ?? 1,
        violations: [],
      });
      if (error) expect(item.upload_error).toMatch(error);
      else expect(item).toMatchObject({ upload_error: null, posted_text: title });
      if (status === 'published') expect(item.published_at).not.toBeNull();
      for (const [call, often] of Object.entries(calls)) {
        const [least, most] = typeof often === 'number' ? [often, often] : often;
        const [made = 0] = harness.calls(account.page, call);
        expect([call, made >= least && made <= most ? often : made]).toEqual([call, often]);
      }
      const sent = harness.fake
        .history()
        .filter(({ page }) => page === account.page.id)
        .filter(({ name: call }) => call === 'reels.bytes' || call === 'videos.transfer')
        .reduce((sum, call) => sum + call.bytes, 0);
      if (sentAtMost !== undefined) expect(sent).toBeLessThanOrEqual(sentAtMost * bytes);
      expect(item.attempts.every(({ outcome }: any) => ['done', 'failed', 'unknown'].includes(outcome))).toBe(
        true,
      );
    },
  );
});

describe('an upload address on a foreign host', () => {
  it('is never contacted', async () => {
    let contacts = 0;
    const canary = createServer((socket) => {
      contacts++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const { port } = canary.address() as AddressInfo;
    const foreign = [
      `http://127.0.0.1:${port}/steal`,
      `http://localhost:${port}/steal`,
      'file:///etc/hosts',
      '',
    ];
    const { item, published, violations } = await play({
      faults: foreign.map((upload_url, n) =>
        on('reels.start', { status: 200, body: { video_id: '123456', upload_url } }, { nth: n + 1 }),
      ),
    });
    canary.close();
    expect([contacts, item.status, published, violations]).toEqual([0, 'published', 1, []]);
  });
});
