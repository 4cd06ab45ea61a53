import { readFileSync } from 'node:fs';
import { FakeGraph, metaError, rateLimited } from './fake-graph';
import { ByHand, otherPage, page } from './fake-graph/by-hand';
import { fixture } from './media';

const video = readFileSync(fixture('short.mp4'));

describe('the faults of the fake Graph server', () => {
  let fake: FakeGraph;
  let hand: ByHand;

  beforeEach(async () => {
    fake = new FakeGraph({ processingMs: 0 });
    fake.addPage(page);
    fake.addPage(otherPage);
    await fake.start();
    hand = new ByHand(fake);
  });
  afterEach(() => fake.stop());

  it('answers an error before the effect, only for the given calls and page', async () => {
    fake.fault({ on: 'reels.finish', nth: 2, times: 2, page: page.id, do: rateLimited(page.id, 7) });
    const id = await hand.uploadReel(video);
    const draft = { upload_phase: 'finish', video_id: id, video_state: 'DRAFT' };
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await hand.post(`${page.id}/video_reels`, draft));
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 200]);
    const usage = JSON.parse(answers[1]!.headers.get('x-business-use-case-usage') ?? '');
    expect(usage[page.id][0].estimated_time_to_regain_access).toBe(7);
    expect(answers[1]!.headers.get('x-fb-trace-id')).toBe(answers[1]!.body.error.fbtrace_id);
    expect(fake.history('reels.finish').map(({ effect }) => effect)).toEqual([true, false, false, true]);
  });

  it.each([
    ['an error after the effect', { after: true, ...metaError(2, null, 'later') }, true],
    ['a page of HTML', { html: true }, false],
    ['a cut before the effect', { cut: 'before' as const }, false],
    ['a cut after the effect', { cut: 'after' as const }, true],
  ])('finishes a reel with %s', async (_what, action, isPublic) => {
    const id = await hand.uploadReel(video);
    fake.fault({ on: 'reels.finish', do: action });
    const answer = await hand.finishReel(id).catch(() => undefined);
    expect(answer?.status).not.toBe(200);
    expect(fake.published()).toHaveLength(isPublic ? 1 : 0);
    expect((await hand.statusOf(id)).published).toBe(isPublic);
    expect(fake.violations()).toEqual([]);
  });

  it('hangs, and lets a delayed call take effect after the client has hung up', async () => {
    const id = await hand.uploadReel(video);
    fake.fault({ on: 'reels.finish', do: { hang: true } });
    fake.fault({ on: 'reels.finish', nth: 2, do: { delayMs: 80 } });
    const url = `${fake.graphUrl}/v26.0/${page.id}/video_reels?upload_phase=finish&video_id=${id}&video_state=PUBLISHED`;
    /** Hangs up as soon as the call has come in. */
    const impatiently = async (nth: number) => {
      const caller = new AbortController();
      const headers = { authorization: `Bearer ${page.token}` };
      const answer = expect(fetch(url, { method: 'POST', headers, signal: caller.signal })).rejects.toThrow();
      await fake.waitForCall('reels.finish', nth);
      caller.abort();
      await answer;
    };
    await impatiently(1);
    expect(fake.history('reels.finish')).toMatchObject([{ outcome: 'hung', effect: false }]);
    await impatiently(2);
    expect(await fake.waitForPublished(1)).toMatchObject([{ objectId: id }]);
  });

  it('reads slowly, and refuses right offsets before or after it has taken the bytes', async () => {
    fake.fault({ on: 'reels.bytes', do: { drip: video.length * 10 } });
    const { body } = await hand.startReel();
    const began = performance.now();
    expect((await hand.send(body.upload_url, video, 0, video.length)).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(80);

    fake.fault({ on: 'reels.bytes', do: { wrongOffset: true } });
    fake.fault({ on: 'reels.bytes', nth: 2, do: { wrongOffset: 'after' } });
    const second = (await hand.startReel()).body;
    for (const taken of [0, video.length]) {
      const answer = await hand.send(second.upload_url, video, 0, video.length);
      expect(answer.body.debug_info.type).toBe('OffsetInvalidError');
      expect((await hand.statusOf(second.video_id)).status.uploading_phase.bytes_transferred).toBe(taken);
    }
    expect(fake.violations()).toEqual([]);
  });

  it('stays in processing, rejects a video, and reads its own writes late', async () => {
    fake.fault({ on: 'reels.finish', do: { stuckProcessing: 60_000 } });
    fake.fault({
      on: 'reels.finish',
      nth: 2,
      do: { rejectProcessing: { code: 1363128, message: 'too long' } },
    });
    const [stuck, rejected] = [await hand.uploadReel(video), await hand.uploadReel(video)];
    await hand.finishReel(stuck);
    await hand.finishReel(rejected);
    fake.fault({ on: 'video.status', do: { lag100_33: 2 } });
    for (let i = 0; i < 2; i++) {
      expect((await hand.statusOf(stuck)).error).toMatchObject({ code: 100, error_subcode: 33 });
    }
    expect((await hand.statusOf(stuck)).status.processing_phase.status).toBe('in_progress');
    expect((await hand.statusOf(rejected)).status.processing_phase).toEqual({
      status: 'error',
      errors: [{ code: 1363128, message: 'too long' }],
    });
    expect(fake.published().map(({ objectId }) => objectId)).toEqual([stuck]);
  });

  it('calls listeners on bytes, on arrival and on effect', async () => {
    const told: string[] = [];
    fake.onBytes('reels.bytes', 1000, (call) => told.push(call.bytes >= 1000 ? 'bytes' : 'too soon'));
    fake.onCall('reels.finish', () => told.push(`in, ${fake.published().length} public`));
    fake.onEffect('reels.finish', () => told.push(`done, ${fake.published().length} public`));
    const waiting = fake.waitForCall('reels.finish');
    await hand.finishReel(await hand.uploadReel(video));
    expect(told).toEqual(['bytes', 'in, 0 public', 'done, 1 public']);
    expect((await waiting).params.description).toBe('fresh bread');
    await expect(fake.waitForCall('feed', 1, 10)).rejects.toThrow('no call 1 of feed');
  });
});
