import { refused, type ScriptedAnswer } from '../../../../test/support/scripted-meta';
import { ScriptedUpload } from '../../../../test/support/scripted-upload';
import { NOT_CONFIRMED } from '../network';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An accepted video with this status, and what its list shows so many ms after the finish. */
const accepted = (status: object, list: (ageMs: number) => ScriptedAnswer) =>
  new ScriptedUpload(({ name, ageMs }) => {
    if (name === 'read') return { id: '31', status };
    return name === 'list' || name === 'stories' ? list(ageMs) : undefined;
  });
const shown = { data: [{ id: '31', published: true, permalink_url: '/reel/31/' }] };

describe.each(['reel', 'video'])('a %s that was accepted', (format) => {
  it.each([
    ['ready', { video_status: 'ready' }, 6 * MINUTE],
    ['uploaded', { video_status: 'upload_complete' }, 6 * MINUTE],
    ['nothing that is understood', { video_status: 'something new' }, 6 * MINUTE],
    ['processing, which is believed for an hour', { video_status: 'processing' }, 66 * MINUTE],
    ['publishing', { video_status: 'ready', publishing_phase: { status: 'in_progress' } }, 66 * MINUTE],
  ])('is found on its list when its status says %s', async (_what, status, mostMs) => {
    const meta = accepted(status, () => shown);
    const { outcome, ms } = await meta.run('facebook', format);
    expect(outcome).toMatchObject({
      kind: 'published',
      remoteId: '31',
      permalink: 'https://www.facebook.com/reel/31/',
    });
    expect(ms).toBeLessThan(mostMs);
    expect(meta.count('start', 'finish', 'list')).toEqual([1, 1, 1]);
  });

  it('is looked for on it ever less often, and at last before it fails', async () => {
    const asked: number[] = [];
    const meta = accepted({ video_status: 'ready' }, (ageMs) => (asked.push(ageMs), { data: [] }));
    const { outcome } = await meta.run('facebook', format);
    expect(outcome).toEqual({ kind: 'refused', reason: NOT_CONFIRMED });
    const minutes = asked.map((ms) => Math.round(ms / MINUTE));
    expect(minutes.slice(0, 6)).toEqual([0, 5, 10, 20, 40, 80]);
    expect([minutes.length < 35, asked.at(-1)! >= 24 * HOUR]).toEqual([true, true]);
    expect(meta.count('finish')).toEqual([1]);
  });

  it('is found at once when it is ready and nothing else says whether it is public', async () => {
    const meta = accepted({ video_status: 'ready' }, () => shown);
    expect(await meta.run('facebook', format)).toMatchObject({ outcome: { kind: 'published' }, ms: 0 });
    expect(meta.count('finish', 'list')).toEqual([1, 1]);
  });

  it('is found by the last look', async () => {
    const meta = accepted({ video_status: 'ready' }, (ageMs) => (ageMs >= 24 * HOUR ? shown : { data: [] }));
    expect((await meta.run('facebook', format)).outcome).toMatchObject({ kind: 'published' });
  });

  it('is looked for before it fails because it expired', async () => {
    const meta = accepted({ video_status: 'expired' }, () => shown);
    expect((await meta.run('facebook', format)).outcome).toMatchObject({ kind: 'published' });
  });

  it('is not live for being a draft on a list', async () => {
    const status = {
      video_status: 'ready',
      publishing_phase: { status: 'not_started', publish_status: 'draft' },
    };
    const meta = new ScriptedUpload(({ name }) => {
      if (name === 'read') return { id: '31', published: false, status };
      return name === 'list' ? { data: [{ id: '31' }] } : undefined;
    });
    expect((await meta.run('facebook', format)).outcome).toMatchObject({
      ...{ kind: 'refused', reason: expect.stringContaining('draft') },
    });
  });
});

describe('a film in the stories that was accepted', () => {
  it.each([
    ['its video', { media_id: '31' }],
    ['the id that the answer gave it', { post_id: 1234 }],
  ])('is found on the list by %s', async (_what, row) => {
    const meta = new ScriptedUpload(({ name }) => {
      if (name === 'finish') return { success: true, post_id: 1234 };
      if (name === 'read') return { id: '31', status: { video_status: 'processing' } };
      return name === 'stories' ? { data: [{ post_id: 99, media_id: '30' }, row] } : undefined;
    });
    const { outcome, ms } = await meta.run('facebook', 'story');
    expect(outcome).toMatchObject({ kind: 'published', remoteId: '31' });
    expect(ms).toBeLessThan(66 * MINUTE);
    expect(meta.count('finish')).toEqual([1]);
  });
});

describe.each(['reel', 'video'])('a %s that breaks after it was accepted', (format) => {
  const broken = (error: object, list: object = { data: [] }) =>
    new ScriptedUpload(({ name, id }) => {
      const phase = { status: 'error', errors: [{ message: 'No', ...error }] };
      if (name === 'read' && id === '31')
        return { id, status: { video_status: 'error', processing_phase: phase } };
      if (name === 'read')
        return {
          id,
          published: true,
          status: { video_status: 'ready', publishing_phase: { status: 'complete' } },
        };
      return name === 'list' ? list : undefined;
    });

  it.each([
    ['1363030', { code: 1363030 }],
    ['6000/1363019', { code: 6000, error_subcode: 1363019 }],
    ['6001/1363041', { code: 6001, error_subcode: 1363041 }],
    ['1363041', { code: 1363041 }],
  ])('goes out in a new session after %s, once it was absent twice', async (_what, error) => {
    const meta = broken(error);
    const { outcome, ms } = await meta.run('facebook', format);
    expect(outcome).toMatchObject({ kind: 'published', remoteId: '32' });
    expect(meta.count('start', 'finish')).toEqual([2, 2]);
    expect(meta.count('list')[0]).toBeGreaterThanOrEqual(1);
    expect(ms).toBeGreaterThanOrEqual(MINUTE);
  });

  it('is not sent again when the list shows it, or cannot be read', async () => {
    const meta = broken({ code: 1363030 }, shown);
    expect((await meta.run('facebook', format)).outcome).toMatchObject({ kind: 'published', remoteId: '31' });
    const blind = broken({ code: 1363030 }, refused(2));
    expect((await blind.run('facebook', format)).outcome).toEqual({ kind: 'refused', reason: NOT_CONFIRMED });
    expect([...meta.count('start'), ...blind.count('start')]).toEqual([1, 1]);
  });

  it.each([[{ code: 1363024 }], [{ code: 6000, error_subcode: 1363024 }], [{}]])(
    'has failed at once for %j',
    async (error) => {
      const meta = broken(error);
      expect((await meta.run('facebook', format)).outcome).toMatchObject({ kind: 'refused' });
      // The status of raw bytes is read before finish as well.
      expect(meta.count('start', 'read')).toEqual([1, format === 'reel' ? 2 : 1]);
    },
  );
});
