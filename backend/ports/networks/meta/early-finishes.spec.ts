import { refused, type ScriptedAnswer } from '../../../../test/support/scripted-meta';
import { ScriptedUpload } from '../../../../test/support/scripted-upload';

const MINUTE = 60_000;
const uploading = (status: string) => ({
  status: { video_status: 'uploading', uploading_phase: { status, bytes_transferred: 1000 } },
});
const LIVE = { status: { video_status: 'ready', publishing_phase: { status: 'complete' } } };

/** What is read of a video that is not public yet; `finish` is refused until the test says that it is time. */
function network(status: (nth: number) => ScriptedAnswer, isTime: (reads: number, ms: number) => boolean) {
  let isTaken = false;
  let reads = 0;
  const meta: ScriptedUpload = new ScriptedUpload(({ name, nth }) => {
    if (name === 'stories') return { data: isTaken ? [{ post_id: '9', media_id: '31' }] : [] };
    if (name === 'read') return isTaken ? LIVE : status((reads = nth));
    if (name !== 'finish') return undefined;
    isTaken = isTime(reads, meta.clock.now() - begun);
    return isTaken ? undefined : refused(100);
  });
  const begun = meta.clock.now();
  return meta;
}

describe.each(['reel', 'story'])('the finish of a %s', (format) => {
  it('waits until the network says that it has the bytes', async () => {
    const meta = network(
      (nth) => uploading(nth < 4 ? 'in_progress' : 'complete'),
      (reads) => reads >= 4,
    );
    const { outcome, ms } = await meta.run('facebook', format);
    expect(outcome).toMatchObject({ kind: 'published' });
    expect([meta.count('start', 'bytes', 'finish'), ms]).toEqual([[1, 1, 1], 6_000]);
  });

  it('tells when the network has said for ten minutes that it waits for bytes', async () => {
    const meta = network(
      () => uploading('in_progress'),
      (_reads, ms) => ms >= 10 * MINUTE,
    );
    const { outcome, ms } = await meta.run('facebook', format);
    expect(outcome).toMatchObject({ kind: 'published' });
    expect([meta.count('finish'), ms < 12 * MINUTE]).toEqual([[1], true]);
  });

  it.each<[string, ScriptedAnswer]>([
    ['is not there yet', refused(100, 33)],
    ['meets a fault of the server', refused(2, undefined, 500)],
    ['is lost', 'lost'],
    ['says nothing', { id: '31' }],
    ['lacks its permission', refused(10, undefined, 403)],
  ])('does not wait for a reading that %s', async (_what, answer) => {
    const meta = network(
      () => answer,
      () => true,
    );
    const { outcome, ms } = await meta.run('facebook', format);
    expect([outcome, ms]).toMatchObject([{ kind: 'published' }, 0]);
  });

  it('waits as long as Meta says when the reading meets a limit', async () => {
    const meta = network(
      (nth) => (nth === 1 ? refused(80001) : uploading('complete')),
      () => true,
    );
    const { outcome, ms } = await meta.run('facebook', format);
    expect([outcome, ms]).toMatchObject([{ kind: 'published' }, 15 * MINUTE]);
    expect(meta.count('start', 'bytes', 'finish')).toEqual([1, 1, 1]);
  });
});
