import { understandVideo, type RemoteState } from './remote-state';

const understand = (status: unknown, more: Record<string, unknown> = {}): RemoteState =>
  understandVideo({ id: '1', status, ...more });

describe('understandVideo', () => {
  it.each(['complete', 'completed'])('reads a video as live when its publishing phase is %s', (status) => {
    const publishing_phase = { status, publish_status: 'published' };
    expect(understand({ video_status: 'ready', publishing_phase })).toEqual({ kind: 'live' });
    expect(understand({ video_status: 'ready', publishing_phase: { status } })).toEqual({ kind: 'live' });
  });

  it('does not read a scheduled video as live', () => {
    const publishing_phase = { status: 'complete', publish_status: 'scheduled' };
    expect(understand({ video_status: 'ready', publishing_phase })).toEqual({ kind: 'absent' });
  });

  it.each([
    ['complete', true],
    ['not_started', false],
  ])('reads a draft as such, with publishing %s', (status, complete) => {
    const json = {
      published: false,
      status: { video_status: 'ready', publishing_phase: { status, publish_status: 'draft' } },
    };
    expect(understandVideo(json)).toEqual({ kind: 'draft', complete });
  });

  it('reads an ordinary video as live only when it is ready and published', () => {
    expect(understand({ video_status: 'ready' }, { published: true })).toEqual({ kind: 'live' });
    expect(understand({ video_status: 'ready' }, { published: false })).toEqual({ kind: 'absent' });
    const publishing_phase = { status: 'not_started' };
    expect(understand({ video_status: 'ready', publishing_phase }, { published: true })).toEqual({
      kind: 'absent',
    });
  });

  it('makes the permalink absolute, and drops one that is no web address', () => {
    const live = { video_status: 'ready', publishing_phase: { status: 'complete' } };
    expect(understand(live, { permalink_url: '/77/videos/1/' })).toEqual({
      kind: 'live',
      permalink: 'https://www.facebook.com/77/videos/1/',
    });
    expect(understand(live, { permalink_url: 'javascript:alert(1)' })).toEqual({ kind: 'live' });
  });

  it('tells publishing from processing', () => {
    const publishing_phase = { status: 'in_progress' };
    expect(understand({ video_status: 'processing', publishing_phase })).toEqual({ kind: 'publishing' });
    const scheduled = { status: 'complete', publish_status: 'scheduled' };
    expect(understand({ video_status: 'processing', publishing_phase: scheduled })).toEqual({
      kind: 'working',
    });
  });

  it.each([
    undefined,
    {},
    { status: 'not_started' },
    { status: 'not_started', publish_status: 'draft' },
    { publish_status: 'not_published' },
  ])('reads processing as unstarted unless publishing has begun: %j', (publishing_phase) => {
    const processing = (progress: number) =>
      understand({ video_status: 'processing', processing_progress: progress, publishing_phase });
    expect(processing(5)).toEqual({ kind: 'working', unstarted: expect.any(String) });
    expect(processing(5)).toEqual(processing(5));
    expect(processing(5)).not.toEqual(processing(6));
  });

  it.each([{ publish_status: 'published' }, { publish_status: 'scheduled' }, { status: 'something new' }])(
    'does not read processing as unstarted when publishing may have begun: %j',
    (publishing_phase) =>
      expect(understand({ video_status: 'processing', publishing_phase })).toEqual({ kind: 'working' }),
  );

  it.each(['upload_complete', 'ready'])('reads %s with publishing not started as absent', (video_status) => {
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
  ])('reads how many bytes were received: %j', (uploading_phase, bytesReceived, complete) => {
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
    [
      {
        video_status: 'expired',
        publishing_phase: { status: 'error', errors: [{ code: 7, message: 'No' }] },
      },
    ],
  ])('reads a failure in the words of the phase that broke: %j', (status) => {
    expect(understand(status)).toEqual({ kind: 'failed', reason: 'No', code: 7 });
  });

  it.each([
    [{ code: 1363030 }, true],
    [{ code: 6000, error_subcode: 1363019 }, true],
    [{ code: 6000, subcode: 1363021 }, true],
    [{ code: 1, error_subcode: 1363033 }, true],
    [{ code: 6001, error_subcode: 1363041 }, true],
    [{ code: 2 }, true],
    [{ code: 1363024 }, undefined],
    [{ code: 6000, error_subcode: 1363024 }, undefined],
    [{ code: 6000 }, undefined],
    [{ code: 7 }, undefined],
    [{}, undefined],
  ])('reads from the number whether another session may help: %j', (error, passing) => {
    const processing_phase = { status: 'error', errors: [{ message: 'No', ...error }] };
    const state = understand({ video_status: 'error', processing_phase });
    expect(state).toMatchObject({ kind: 'failed', reason: 'No' });
    expect((state as { passing?: true }).passing).toBe(passing);
  });

  it('reads no failure as one to be sent anew while the video is being published', () => {
    const [processing_phase, publishing_phase] = [
      { status: 'error', errors: [{ code: 1363030, message: 'No' }] },
      { status: 'in_progress' },
    ];
    const found = understand({ video_status: 'processing', processing_phase, publishing_phase });
    expect(found).toEqual({ kind: 'failed', reason: 'No', code: 1363030 });
  });

  it.each(['error', 'upload_failed'])('reads a failure without words: %s', (video_status) => {
    expect(understand({ video_status })).toEqual({
      kind: 'failed',
      reason: `The network could not use this video (${video_status}).`,
    });
  });

  it.each(['complete', 'in_progress', 'not_started'])('reads a failure to publish, %s', (phase) => {
    const errors = [{ code: 7, message: 'No' }];
    const publishing_phase = { status: phase, publish_status: 'error', errors };
    const found = understand({ video_status: 'ready', publishing_phase });
    expect(found).toEqual({ kind: 'failed', reason: 'No', code: 7 });
  });

  it('reads a failure to publish without words as an error, whatever the video is', () => {
    const publishing_phase = { status: 'complete', publish_status: 'error', errors: [{ code: 1363040 }] };
    expect(understand({ video_status: 'ready', publishing_phase })).toEqual({
      kind: 'failed',
      reason: 'The network could not use this video (error).',
      code: 1363040,
    });
  });

  it.each([undefined, { status: 'not_started' }, { status: 'complete', publish_status: 'scheduled' }])(
    'reads a video as expired that was not published: %j',
    (publishing_phase) =>
      expect(understand({ video_status: 'expired', publishing_phase }).kind).toBe('expired'),
  );

  it('does not read a video as expired that is or may become public', () => {
    const expired = (publishing_phase?: object, published?: boolean) =>
      understand({ video_status: 'expired', publishing_phase }, { published }).kind;
    expect(expired({ status: 'complete', publish_status: 'published' })).toBe('live');
    expect(expired({ status: 'in_progress' })).toBe('publishing');
    expect(expired(undefined, true)).toBe('unreadable');
  });

  it.each([undefined, null, 'ready', [], {}, { video_status: 'something new' }])(
    'is unreadable, which is no reason to send again: %j',
    (status) => expect(understand(status).kind).toBe('unreadable'),
  );
});
