import { refused } from '../../../../test/support/scripted-meta';
import { ScriptedUpload } from '../../../../test/support/scripted-upload';

const MINUTE = 60_000;

/** The answer to the first public call is a server error, and its container is then read as broken. */
const broken = (code: number, listed?: object) =>
  new ScriptedUpload(({ name, nth, id }) => {
    if (name === 'publish') return nth === 1 ? refused(-1, 2207001, 500) : { id: '900' };
    if (name === 'list') return { data: listed ? [listed] : [] };
    if (name !== 'read') return undefined;
    const isBroken = id === '171' && meta.count('publish')[0] === 1;
    return isBroken
      ? { status_code: 'ERROR', status: `Error: Media upload has failed with error code ${code}` }
      : { status_code: 'FINISHED' };
  });
let meta: ScriptedUpload;

describe('a container that broke after a public call whose outcome is in doubt', () => {
  it.each([2207082, 2207053, 2207032, 2207020, 2207001])(
    'is made anew for %s, once the media lack it twice, a minute apart',
    async (code) => {
      meta = broken(code);
      const { outcome, ms } = await meta.run('instagram', 'reel');
      expect(outcome).toMatchObject({ kind: 'published', remoteId: '900' });
      expect(meta.count('create', 'publish')).toEqual([2, 2]);
      expect([meta.count('list')[0]! >= 2, ms >= MINUTE]).toEqual([true, true]);
    },
  );

  it('is published when the media show it', async () => {
    const timestamp = new Date().toISOString();
    meta = broken(2207082, { id: '901', caption: 'Fresh bread', media_type: 'VIDEO', timestamp });
    expect((await meta.run('instagram', 'reel')).outcome).toMatchObject({
      kind: 'published',
      remoteId: '901',
    });
    expect(meta.count('create', 'publish')).toEqual([1, 1]);
  });

  it.each([2207026, 2207076])('has failed at once for %s, which is about the file', async (code) => {
    meta = broken(code);
    expect((await meta.run('instagram', 'reel')).outcome).toMatchObject({ kind: 'refused', code: { code } });
    expect(meta.count('create', 'publish')).toEqual([1, 1]);
  });
});

/** A reel whose public call took effect, and was answered by a refusal all the same. */
const refusedThoughPublished = (subcode: number, read: object, list: object[] = []) =>
  new ScriptedUpload(({ name, nth }) => {
    if (name === 'publish' && nth === 1) return refused(24, subcode);
    if (name === 'list') return { data: list };
    return name === 'read'
      ? meta.count('publish')[0] === 0
        ? { status_code: 'FINISHED' }
        : read
      : undefined;
  });

describe('a container that Instagram wants to be made anew in the answer to the public call', () => {
  it.each([2207032, 2207053, 2207082, 2207008])(
    'is not made anew for %s when it is published after all, though the media lag',
    async (subcode) => {
      meta = refusedThoughPublished(subcode, { status_code: 'PUBLISHED' });
      expect((await meta.run('instagram', 'reel')).outcome).toMatchObject({
        kind: 'published',
        remoteId: '171',
      });
      expect(meta.count('create', 'publish')).toEqual([1, 1]);
    },
  );

  it('is not made anew when it cannot be read any more, and the media show it', async () => {
    const timestamp = new Date().toISOString();
    const shown = { id: '901', caption: 'Fresh bread', media_type: 'VIDEO', timestamp };
    meta = refusedThoughPublished(2207008, refused(100, 33), [shown]);
    expect((await meta.run('instagram', 'reel')).outcome).toMatchObject({
      kind: 'published',
      remoteId: '901',
    });
    expect(meta.count('create', 'publish')).toEqual([1, 1]);
  });

  it('is made anew when it is not public', async () => {
    meta = new ScriptedUpload(({ name, nth }) => {
      if (name === 'publish') return nth === 1 ? refused(-1, 2207032) : { id: '900' };
      return name === 'read' ? { status_code: 'FINISHED' } : undefined;
    });
    expect((await meta.run('instagram', 'reel')).outcome).toMatchObject({
      kind: 'published',
      remoteId: '900',
    });
    expect(meta.count('create', 'publish')).toEqual([2, 2]);
  });

  it('is kept while nobody can tell', async () => {
    meta = new ScriptedUpload(({ name, nth }) => {
      if (name === 'publish') return nth === 1 ? refused(-1, 2207032) : { id: '900' };
      if (name === 'list') return refused(2, undefined, 500);
      return name === 'read' ? { status_code: 'FINISHED' } : undefined;
    });
    expect((await meta.run('instagram', 'reel')).outcome).toMatchObject({
      kind: 'published',
      remoteId: '900',
    });
    expect(meta.count('create', 'publish')).toEqual([1, 2]);
  });
});

describe('a reading before the public call that is refused with a number that nobody knows', () => {
  const unknown = refused(424_242);

  it('of a container is repeated', async () => {
    meta = new ScriptedUpload(({ name, nth }) => {
      if (name === 'publish') return { id: '900' };
      // The first reading is that of the daily limit.
      return name === 'read' ? (nth === 2 ? unknown : { status_code: 'FINISHED' }) : undefined;
    });
    expect((await meta.run('instagram', 'reel')).outcome).toMatchObject({ kind: 'published' });
    expect(meta.count('create', 'publish')).toEqual([1, 1]);
  });

  it('of how much a video has is repeated', async () => {
    const status = (video_status: string) => ({ id: '31', status: { video_status } });
    const live = { ...status('ready').status, publishing_phase: { status: 'complete' } };
    meta = new ScriptedUpload(({ name, nth }) => {
      if (name === 'bytes' && nth === 1) return refused(2, undefined, 500);
      if (name !== 'read') return undefined;
      if (nth === 1) return unknown;
      return meta.count('finish')[0] === 0 ? status('uploading') : { id: '31', status: live };
    });
    expect((await meta.run('facebook', 'reel')).outcome).toMatchObject({ kind: 'published' });
    expect(meta.count('start', 'finish')).toEqual([1, 1]);
  });

  it('ends when all tries are used up', async () => {
    meta = new ScriptedUpload(({ name }) => (name === 'read' ? unknown : undefined));
    expect((await meta.run('instagram', 'reel')).outcome).toBe('GAVE UP');
  });
});
