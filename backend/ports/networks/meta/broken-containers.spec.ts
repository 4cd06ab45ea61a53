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
