import { LOST, refused, type ScriptedAnswer } from '../../../../test/support/scripted-meta';
import { ScriptedUpload } from '../../../../test/support/scripted-upload';

const MINUTE = 60_000;
const LIVE = { published: true, status: { video_status: 'ready', publishing_phase: { status: 'complete' } } };
const MISSING = refused(100, 33);

describe.each(['reel', 'video'])('the finish of a %s that was lost', (format) => {
  it.each([
    ['no publishing phase', {}],
    ['one without a status', { publishing_phase: {} }],
    ['one that has not begun', { publishing_phase: { status: 'not_started' } }],
  ])('is repeated after ten unchanged minutes of processing with %s', async (_what, phase) => {
    const status = { video_status: 'processing', ...phase };
    let isTaken = false;
    const meta = new ScriptedUpload(({ name, nth, id }) => {
      if (name === 'finish' && nth === 1) return LOST;
      if (name === 'finish') isTaken = true;
      return name === 'read' ? { id, ...(isTaken ? LIVE : { status }) } : undefined;
    });
    const { outcome, ms } = await meta.run('facebook', format);
    expect(outcome).toMatchObject({ kind: 'published', remoteId: '31' });
    expect(meta.count('start', 'finish', 'list')).toEqual([1, 2, 1]);
    expect([ms >= 10 * MINUTE, ms < 20 * MINUTE]).toEqual([true, true]);
  });

  it('is not repeated once it was accepted', async () => {
    const meta = new ScriptedUpload(({ name }) =>
      name === 'read' ? { status: { video_status: 'processing' } } : undefined,
    );
    expect((await meta.run('facebook', format)).outcome).toMatchObject({ kind: 'refused' });
    expect(meta.count('finish')).toEqual([1]);
  });
});

describe.each(['reel', 'video'])('the finish of a %s whose session is gone', (format) => {
  /** Only the first session is. */
  const isGone = (params: Record<string, unknown>) =>
    params.video_id === '31' || params.upload_session_id === '41';
  const meta = (more: (name: string, nth: number) => ScriptedAnswer | undefined = () => undefined) =>
    new ScriptedUpload(({ name, nth, id, params }) => {
      const special = more(name, nth);
      if (special) return special;
      if (name === 'finish' && isGone(params)) return MISSING;
      return name === 'read' ? (id === '31' ? MISSING : { id, ...LIVE }) : undefined;
    });

  it('is made on a new one after a minute, once the list lacks the video', async () => {
    const network = meta();
    const { outcome, ms } = await network.run('facebook', format);
    expect(outcome).toMatchObject({ kind: 'published', remoteId: '32' });
    expect(network.count('start', 'finish', 'list')).toEqual([2, 5, 1]);
    expect([ms > MINUTE, ms < 5 * MINUTE]).toEqual([true, true]);
  });

  it('is not made again when the list shows the video', async () => {
    const network = meta((name) => (name === 'list' ? { data: [{ id: '31', published: true }] } : undefined));
    expect((await network.run('facebook', format)).outcome).toMatchObject({
      kind: 'published',
      remoteId: '31',
    });
    expect(network.count('start', 'list')).toEqual([1, 1]);
  });

  it('stays on it while the list cannot be read', async () => {
    const network = meta((name) => (name === 'list' ? refused(2) : undefined));
    expect((await network.run('facebook', format)).outcome).toBe('GAVE UP');
    expect(network.count('start', 'finish')).toEqual([1, 8]);
  });

  it('stays on it when the first call may have been taken', async () => {
    const network = meta((name, nth) => (name === 'finish' && nth === 1 ? LOST : undefined));
    expect((await network.run('facebook', format)).outcome).toMatchObject({ kind: 'refused' });
    expect(network.count('start')).toEqual([1]);
  });

  it('stays on it when a server error says so, which may hide that it was taken', async () => {
    const network = meta((name) => (name === 'finish' ? refused(100, 33, 500) : undefined));
    expect((await network.run('facebook', format)).outcome).toMatchObject({ kind: 'refused' });
    expect(network.count('start')).toEqual([1]);
  });
});

it('counts the minute anew after another answer', async () => {
  const madeOn: unknown[] = [];
  const meta = new ScriptedUpload(({ name, nth, params }) => {
    if (name === 'read') return LIVE;
    if (name !== 'finish') return undefined;
    madeOn.push(params.video_id);
    return nth === 2 ? refused(6001, 1363037) : nth < 6 ? MISSING : undefined;
  });
  expect((await meta.run('facebook', 'reel')).outcome).toMatchObject({ kind: 'published' });
  // 5, 15, 45 s and two minutes lie between the first five calls.
  expect(madeOn).toEqual(['31', '31', '31', '31', '31', '32']);
});
