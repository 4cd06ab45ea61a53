import { PAGE, useRehearsal, VIDEO } from '../../test/support/rehearsal';

const rehearsal = useRehearsal();
const { call, clock, finish, posts, push, status, turn, uploadReel } = rehearsal;

describe('a rehearsed failure', () => {
  it('refuses every call until expired_token is switched off', async () => {
    turn('expired_token');
    for (const path of [PAGE, 'me', `${PAGE}/published_posts`])
      expect((await call('GET', path)).json.error).toMatchObject({ code: 190, error_subcode: 463 });
    expect((await call('GET', '200')).status).toBe(200);
    rehearsal.network.faults.turn(PAGE, 'expired_token', false);
    expect((await call('GET', PAGE)).status).toBe(200);
  });

  it('processes for a minute with slow_processing', async () => {
    turn('slow_processing');
    const id = await uploadReel();
    await finish(id);
    clock.forward(59_000);
    expect((await status(id)).published).toBe(false);
    clock.forward(1_000);
    expect((await status(id)).published).toBe(true);
  });

  it('rejects only the next video with rejected_video', async () => {
    turn('rejected_video');
    const [first, second] = [await uploadReel(), await uploadReel()];
    expect((await finish(first)).json.success).toBe(true);
    await finish(second);
    clock.forward(2_000);
    expect((await status(first)).status).toMatchObject({
      video_status: 'error',
      processing_phase: { status: 'error', errors: [{ code: 1363040, message: expect.any(String) }] },
    });
    expect(posts().map(({ id }) => id)).toEqual([second]);
  });

  it('refuses calls for a minute with rate_limited and says how long', async () => {
    turn('rate_limited');
    const { json, headers } = await call('GET', PAGE);
    expect(json.error.code).toBe(80001);
    const usage = JSON.parse(headers.get('x-business-use-case-usage') ?? '{}');
    expect(usage[PAGE][0].estimated_time_to_regain_access).toBe(1);
    clock.forward(60_000);
    expect((await call('GET', PAGE)).status).toBe(200);
  });

  it('cuts the connection after the effect with lost_answer', async () => {
    const id = await uploadReel();
    turn('lost_answer');
    await expect(finish(id)).rejects.toThrow();
    clock.forward(2_000);
    expect((await status(id)).published).toBe(true);
    expect(posts()).toHaveLength(1);
  });

  it('fails three times with server_error', async () => {
    turn('server_error');
    for (let n = 0; n < 3; n++) {
      const { status: code, json } = await call('GET', PAGE);
      expect([code, json.error.code, json.error.is_transient]).toEqual([500, 2, true]);
    }
    expect((await call('GET', PAGE)).status).toBe(200);
  });
});

describe('the rehearsal server', () => {
  it.each(['..%2f..%2fetc', '%2e%2e/secrets', '..%5c..', '9'.repeat(30), '99%00', 'a'])(
    'refuses the id %s',
    async (id) => {
      expect((await call('GET', id)).json.error.code).toBe(2500);
      const upload = `${rehearsal.origin}/video-upload/v26.0/${id}`;
      expect((await push(upload, 0, VIDEO)).status).toBeGreaterThanOrEqual(400);
      const answer = await call('POST', `${PAGE}/video_reels`, {
        upload_phase: 'finish',
        video_id: `../${id}`,
      });
      expect(answer.json.error).toMatchObject({ code: 100, error_subcode: 33 });
    },
  );

  it.each(['__proto__', 'constructor', 'publish_everything', 'videos/more'])(
    'has no edge %s',
    async (edge) => {
      for (const method of ['GET', 'POST', 'DELETE'])
        expect((await call(method, `${PAGE}/${edge}`)).json.error.code).toBe(2500);
      expect((await push(`${rehearsal.origin}/video-upload/${edge}`, 0)).status).toBeGreaterThanOrEqual(400);
    },
  );

  it('refuses a call without a version', async () => {
    const headers = { authorization: 'Bearer rehearsal-token' };
    const answer = await fetch(`${rehearsal.origin}/me`, { headers });
    expect([answer.status, ((await answer.json()) as any).error.code]).toEqual([400, 2500]);
  });

  it('refuses calls of web pages', async () => {
    const answer = await fetch(`${rehearsal.origin}/v26.0/me?access_token=rehearsal-token`, {
      headers: { origin: 'http://evil.example' },
    });
    expect(answer.status).toBe(403);
  });
});
