import { lost, ScriptedUpload } from '../../../../test/support/scripted-upload';

describe('a container whose transfer was not answered', () => {
  it.each(['complete', 'completed'])('has all bytes when it says no more than %s', async (status) => {
    const meta = new ScriptedUpload(({ name, nth }) => {
      if (name === 'bytes') return lost;
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
      if (name === 'bytes' && nth === 1) return lost;
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
