import { understandVideo, type RemoteState } from './remote-state';

const understand = (status: unknown, more: Record<string, unknown> = {}): RemoteState =>
  understandVideo({ id: '1', status, ...more });

describe('the status of a video', () => {
  it.each(['complete', 'completed'])('is live when its publishing phase is %s', (status) => {
    const publishing_phase = { status, publish_status: 'published' };
    expect(understand({ video_status: 'ready', publishing_phase })).toEqual({ kind: 'live' });
    expect(understand({ video_status: 'ready', publishing_phase: { status } })).toEqual({ kind: 'live' });
  });

  it('is not live when what was published is scheduled', () => {
    const publishing_phase = { status: 'complete', publish_status: 'scheduled' };
    expect(understand({ video_status: 'ready', publishing_phase })).toEqual({ kind: 'absent' });
  });

  it.each([
    ['complete', true],
    ['not_started', false],
  ])('is a draft where the network says so, with publishing %s', (status, complete) => {
    const json = {
      published: false,
      status: { video_status: 'ready', publishing_phase: { status, publish_status: 'draft' } },
    };
    expect(understandVideo(json)).toEqual({ kind: 'draft', complete });
  });

  it('of an ordinary video needs no publishing phase, but ready alone does not do', () => {
    expect(understand({ video_status: 'ready' }, { published: true })).toEqual({ kind: 'live' });
    expect(understand({ video_status: 'ready' }, { published: false })).toEqual({ kind: 'absent' });
    const publishing_phase = { status: 'not_started' };
    expect(understand({ video_status: 'ready', publishing_phase }, { published: true })).toEqual({
      kind: 'absent',
    });
  });

  it('carries the link, made whole', () => {
    const live = { video_status: 'ready', publishing_phase: { status: 'complete' } };
    expect(understand(live, { permalink_url: '/77/videos/1/' })).toEqual({
      kind: 'live',
      permalink: 'https://www.facebook.com/77/videos/1/',
    });
    expect(understand(live, { permalink_url: 'javascript:alert(1)' })).toEqual({ kind: 'live' });
  });

  it('goes on while it is published, and while it is processed', () => {
    const publishing_phase = { status: 'in_progress' };
    expect(understand({ video_status: 'processing', publishing_phase })).toEqual({ kind: 'publishing' });
    expect(understand({ video_status: 'processing' })).toEqual({ kind: 'working' });
  });

  it.each(['upload_complete', 'ready'])('%s without a word of publishing is not public', (video_status) => {
    const publishing_phase = { status: 'not_started' };
    expect(understand({ video_status, publishing_phase })).toEqual({ kind: 'absent' });
  });

  it.each([
    [{ status: 'in_progress', bytes_transferred: 10 }, 10, false],
    [{ status: 'in_progress', bytes_transfered: '11' }, 11, false],
    [{ status: 'complete', bytes_transferred: 12 }, 12, true],
    [{ status: 'completed', bytes_transferred: 12 }, 12, true],
    [{ status: 'not_started' }, 0, false],
    [undefined, 0, false],
  ])('says how many bytes have come: %j', (uploading_phase, bytesReceived, complete) => {
    const state = understand({ video_status: 'uploading', uploading_phase });
    expect(state).toEqual({ kind: 'uploading', bytesReceived, complete });
  });

  it.each([
    [{ video_status: 'error', processing_phase: { status: 'error', errors: [{ code: 7, message: 'No' }] } }],
    [
      {
        video_status: 'processing',
        processing_phase: { status: 'error', error: { code: 7, message: 'No' } },
      },
    ],
    [
      {
        video_status: 'uploading',
        uploading_phase: { status: 'error', errors: [{ code: 7, message: 'No' }] },
      },
    ],
    [{ video_status: 'ready', publishing_phase: { status: 'error', errors: [{ code: 7, message: 'No' }] } }],
  ])('has failed in the words of the phase that broke: %j', (status) => {
    expect(understand(status)).toEqual({ kind: 'failed', reason: 'No', code: 7 });
  });

  it.each(['error', 'upload_failed', 'expired'])('has failed without words: %s', (video_status) => {
    expect(understand({ video_status })).toEqual({
      kind: 'failed',
      reason: `The network could not use this video (${video_status}).`,
    });
  });

  it.each([undefined, null, 'ready', [], {}, { video_status: 'something new' }])(
    'is unreadable, which is no reason to send again: %j',
    (status) => expect(understand(status).kind).toBe('unreadable'),
  );
});
