import { LOST } from '../../../../test/support/scripted-meta';
import { ScriptedUpload } from '../../../../test/support/scripted-upload';

describe('a container whose transfer was not answered', () => {
  it.each(['complete', 'completed'])('has all bytes when it says no more than %s', async (status) => {
    const meta = new ScriptedUpload(({ name, nth }) => {
      if (name === 'bytes') return LOST;
      if (name === 'publish') return { id: '900' };
      if (name !== 'read') return undefined;
      return nth < 4
        ? { status_code: 'IN_PROGRESS', video_status: { uploading_phase: { status } } }
        : { status_code: 'FINISHED' };
    });
    expect((await meta.run('instagram', 'reel')).outcome).toMatchObject({ kind: 'published' });
    expect(meta.count('create', 'bytes', 'publish')).toEqual([1, 1, 1]);
  });

  it('is sent the bytes again when its transfer goes on', async () => {
    // The first reading is of the daily limit.
    const meta = new ScriptedUpload(({ name, nth }) => {
      if (name === 'bytes' && nth === 1) return LOST;
      if (name === 'publish') return { id: '900' };
      if (name !== 'read') return undefined;
      const uploading_phase = { status: 'in_progress' };
      return nth < 3
        ? { status_code: 'IN_PROGRESS', video_status: { uploading_phase } }
        : { status_code: 'FINISHED' };
    });
    expect((await meta.run('instagram', 'reel')).outcome).toMatchObject({ kind: 'published' });
    expect(meta.count('create', 'bytes', 'publish')).toEqual([1, 2, 1]);
  });
});

describe.each(['reel', 'story'])('a %s that broke while the answer to its bytes was lost', (format) => {
  const broken = (phase: string, ...errors: object[]) =>
    new ScriptedUpload(({ name, nth, id }) => {
      if (name === 'bytes') return nth === 1 ? LOST : undefined;
      if (name === 'stories') return { data: [{ post_id: '9', media_id: '32' }] };
      if (name !== 'read') return undefined;
      const failed = { video_status: 'error', [phase]: { status: 'error', errors } };
      const live = { video_status: 'ready', publishing_phase: { status: 'complete' } };
      return { status: id === '31' ? failed : live };
    });

  it('has failed at once, with the number, when it is about the file', async () => {
    const meta = broken('processing_phase', { code: 1363127, message: 'Too few pixels' });
    expect((await meta.run('facebook', format)).outcome).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^This video has too few pixels\..* Meta’s words: Too few pixels$/),
      code: { code: 1363127 },
    });
    expect(meta.count('start', 'bytes', 'finish')).toEqual([1, 1, 0]);
  });

  it.each([
    ['may pass', [{ code: 1363030 }]],
    ['nobody names', []],
  ])('is sent in a new session after an error that %s', async (_what, errors) => {
    const meta = broken('uploading_phase', ...errors);
    expect((await meta.run('facebook', format)).outcome).toMatchObject({ kind: 'published' });
    expect(meta.count('start', 'bytes', 'finish')).toEqual([2, 2, 1]);
  });
});
