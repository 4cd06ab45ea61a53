import { PAGE, useRehearsal, VIDEO } from '../../test/support/rehearsal';
import { REHEARSAL_INSTAGRAM_ID as INSTAGRAM } from './rehearsal-account';
import { RehearsalGallery } from './rehearsal-gallery';

const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a46', 'hex'), Buffer.alloc(500, 1)]);

const rehearsal = useRehearsal();
const { call, clock, cutAfter, finish, posts, push, startReel, status, uploadReel } = rehearsal;

describe('a reel', () => {
  it('goes live two seconds after its finish and is listed only then', async () => {
    const id = await uploadReel();
    expect((await status(id)).status).toMatchObject({
      video_status: 'upload_complete',
      uploading_phase: { status: 'complete', bytes_transferred: VIDEO.length },
    });
    expect((await finish(id, { title: 'Hello', description: 'World' })).json).toMatchObject({
      success: true,
    });
    expect((await status(id)).status).toMatchObject({ processing_phase: { status: 'in_progress' } });
    expect(posts()).toEqual([]);
    clock.forward(2_000);
    expect(await status(id)).toMatchObject({
      published: true,
      permalink_url: expect.stringContaining(id),
      status: {
        video_status: 'ready',
        publishing_phase: { status: 'complete', publish_status: 'published' },
      },
    });
    expect(posts()).toMatchObject([
      { id, kind: 'reel', title: 'Hello', caption: 'World', page_name: 'Rehearsal Page' },
    ]);
    const { json } = await call('GET', `${PAGE}/published_posts?fields=id,message`);
    expect(json.data).toEqual([{ id: expect.stringMatching(`^${PAGE}_99\\d{17}$`), message: 'World' }]);
    const post = await call('GET', `${json.data[0].id}?fields=attachments`);
    expect(post.json.attachments.data).toMatchObject([{ media_type: 'video', target: { id } }]);
  });

  it('shows its cover as soon as it is live', async () => {
    const id = await uploadReel();
    const set = (bytes: string | Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.set('is_preferred', 'true');
      form.set('source', new Blob([bytes]), 'x.jpg');
      return call('POST', `${id}/thumbnails`, form);
    };
    expect((await set('<svg>')).json.error.code).toBe(324);
    expect((await set(JPEG)).json).toEqual({ success: true });
    const cover = rehearsal.network.store.read(id, 'cover')?.picture ?? '';
    const gallery = new RehearsalGallery(rehearsal.network);
    expect(gallery.media(cover)).toBeUndefined();
    await finish(id);
    clock.forward(2_000);
    expect(posts()).toMatchObject([{ media: [{ id, cover: `/rehearsal/media/${cover}` }] }]);
    expect(gallery.media(cover)).toMatchObject({ mime: 'image/jpeg' });
  });

  it('resumes where a cut transfer stopped', async () => {
    const { id, address } = await startReel();
    await cutAfter(address, 100_000, id);
    const had = Number((await status(id)).status.uploading_phase.bytes_transferred);
    expect(had).toBe(100_000);
    expect((await push(address, had, VIDEO.subarray(had, -1))).json.debug_info.type).toBe(
      'PartialRequestError',
    );
    expect((await push(address, had + 1, VIDEO.subarray(had + 1))).json.debug_info.type).toBe(
      'OffsetInvalidError',
    );
    expect((await push(address, had)).json).toEqual({ success: true });
    await finish(id);
    clock.forward(2_000);
    const file = new RehearsalGallery(rehearsal.network).media(id);
    expect(file).toMatchObject({ bytes: VIDEO.length, mime: 'video/mp4' });
  });

  it('refuses to finish before all bytes have arrived', async () => {
    const { id, address } = await startReel();
    expect((await finish(id)).json.error.code).toBe(6000);
    await cutAfter(address, 1_000, id);
    expect((await finish(id)).json.error.code).toBe(6000);
  });

  it('publishes once when it is finished several times', async () => {
    const id = await uploadReel();
    await Promise.all([finish(id), finish(id), finish(id)]);
    clock.forward(500);
    await finish(id);
    clock.forward(10_000);
    expect(posts()).toHaveLength(1);
  });

  it('survives a restart and looks the same to a second process', async () => {
    const { id, address } = await startReel();
    await cutAfter(address, 50_000, id);
    await rehearsal.restart();
    expect((await push(address, 50_000)).json).toEqual({ success: true });
    const other = await rehearsal.startAnother();
    await finish(id);
    clock.forward(2_000);
    const answer = await fetch(`${other.origin}/v26.0/${id}?fields=published&access_token=rehearsal-token`);
    expect(await answer.json()).toEqual({ id, published: true });
    await other.close();
  });

  it('stays a draft or waits for its time on request', async () => {
    const draft = await uploadReel();
    await finish(draft, { video_state: 'DRAFT' });
    const scheduled = await uploadReel();
    const at = Math.floor(clock.now() / 1000) + 3_600;
    await finish(scheduled, { video_state: 'SCHEDULED', scheduled_publish_time: at });
    clock.forward(10_000);
    expect((await status(scheduled)).status.publishing_phase).toMatchObject({ publish_status: 'scheduled' });
    expect(posts()).toEqual([]);
    clock.forward(3_600_000);
    expect(posts().map(({ id }) => id)).toEqual([scheduled]);
  });

  it('cannot be finished by another page', async () => {
    const id = await uploadReel();
    expect((await finish(id, {}, '200')).json.error).toMatchObject({ code: 100, error_subcode: 33 });
  });
});

describe('a page video in chunks', () => {
  it('is requested in windows of 4 MB until it is complete', async () => {
    const file = Buffer.alloc(5 * 1024 * 1024, 7);
    const { json: first } = await call('POST', `${PAGE}/videos`, {
      upload_phase: 'start',
      file_size: file.length,
    });
    expect(first).toMatchObject({ start_offset: '0', end_offset: String(4 * 1024 * 1024) });
    const transfer = async (start: number, end: number) => {
      const form = new FormData();
      form.set('upload_phase', 'transfer');
      form.set('upload_session_id', first.upload_session_id as string);
      form.set('start_offset', String(start));
      form.set('video_file_chunk', new Blob([new Uint8Array(file.subarray(start, end))]), 'chunk');
      return (await call('POST', `${PAGE}/videos`, form)).json;
    };
    expect(await transfer(0, 4 * 1024 * 1024)).toEqual({
      start_offset: 4 * 1024 * 1024,
      end_offset: file.length,
    });
    expect((await transfer(0, 4 * 1024 * 1024)).error).toMatchObject({
      code: 6001,
      error_subcode: 1363037,
      error_data: { start_offset: String(4 * 1024 * 1024), end_offset: String(file.length) },
    });
    const done = await transfer(4 * 1024 * 1024, file.length);
    expect(done.start_offset).toBe(done.end_offset);
    const { upload_session_id } = first;
    const end = { upload_phase: 'finish', upload_session_id, title: 'Long', description: 'Words' };
    expect((await call('POST', `${PAGE}/videos`, end)).json).toEqual({ success: true });
    clock.forward(2_000);
    expect(posts()).toMatchObject([{ id: first.video_id, kind: 'video', title: 'Long', caption: 'Words' }]);
    expect(new RehearsalGallery(rehearsal.network).media(first.video_id as string)).toMatchObject({
      bytes: file.length,
    });
  });
});

describe('photos', () => {
  it('become public with their post and not before', async () => {
    const form = new FormData();
    form.set('published', 'false');
    form.set('source', new Blob([JPEG]), 'x.svg');
    const { id } = (await call('POST', `${PAGE}/photos`, form)).json;
    const gallery = new RehearsalGallery(rehearsal.network);
    expect(gallery.media(id as string)).toBeUndefined();
    const { json } = await call('POST', `${PAGE}/feed`, {
      message: 'Look',
      attached_media: [{ media_fbid: id }],
    });
    expect(posts()).toMatchObject([{ kind: 'photos', caption: 'Look', media: [{ id, type: 'photo' }] }]);
    expect(gallery.media(id as string)).toMatchObject({ mime: 'image/jpeg' });
    expect((await call('GET', `${json.id}?fields=message`)).json).toMatchObject({ message: 'Look' });
  });

  it('are refused when they are not pictures', async () => {
    const form = new FormData();
    form.set('source', new Blob(['<svg onload="alert(1)">']), 'x.jpg');
    expect((await call('POST', `${PAGE}/photos`, form)).json.error.error_subcode).toBe(1366046);
  });
});

describe('a story', () => {
  const listed = async () =>
    (await call('GET', `${PAGE}/stories?fields=post_id,status,media_type,media_id,url`)).json.data;

  it('is made of a photo, once, and is gone after a day', async () => {
    const form = new FormData();
    form.set('published', 'false');
    form.set('source', new Blob([JPEG]), 'x.jpg');
    const { id } = (await call('POST', `${PAGE}/photos`, form)).json;
    const tell = () => call('POST', `${PAGE}/photo_stories`, { photo_id: id });
    const { json } = await tell();
    expect(json).toMatchObject({ success: true, post_id: expect.any(String) });
    expect((await tell()).json.error.code).toBe(100);
    const { post_id } = json;
    expect(await listed()).toEqual([
      {
        post_id,
        status: 'PUBLISHED',
        media_type: 'photo',
        media_id: id,
        url: expect.stringContaining(post_id),
      },
    ]);
    expect(posts()).toMatchObject([{ kind: 'story', media: [{ id, type: 'photo' }] }]);
    clock.forward(24 * 3_600_000);
    expect([await listed(), posts()]).toEqual([[], []]);
  });

  it('is made of a film when it is processed', async () => {
    const path = `${PAGE}/video_stories`;
    const { video_id, upload_url } = (await call('POST', path, { upload_phase: 'start' })).json;
    const end = () => call('POST', path, { upload_phase: 'finish', video_id });
    expect((await end()).json.error.code).toBe(6000);
    expect((await push(upload_url as string, 0)).json).toEqual({ success: true });
    expect((await end()).json).toMatchObject({ success: true, post_id: expect.any(String) });
    expect((await status(video_id as string)).status.publishing_phase).toMatchObject({
      publish_status: 'not_published',
    });
    expect(await listed()).toEqual([]);
    clock.forward(2_000);
    expect(await listed()).toMatchObject([{ media_type: 'video', media_id: video_id }]);
    expect(posts()).toMatchObject([{ id: video_id, kind: 'story', media: [{ type: 'video' }] }]);
  });
});

describe('an Instagram reel', () => {
  it('is published once through a container', async () => {
    const wish = { media_type: 'REELS', upload_type: 'resumable', caption: 'Calm' };
    const { id, uri } = (await call('POST', `${INSTAGRAM}/media`, wish)).json;
    const publish = () => call('POST', `${INSTAGRAM}/media_publish`, { creation_id: id });
    expect((await publish()).json.error).toMatchObject({ code: 9007, error_subcode: 2207027 });
    expect((await push(uri as string, 0)).json).toMatchObject({ success: true });
    const state = async () => (await call('GET', `${id}?fields=status_code`)).json.status_code as string;
    expect(await state()).toBe('IN_PROGRESS');
    clock.forward(3_000);
    expect(await state()).toBe('FINISHED');
    const { json: media } = await publish();
    expect(await state()).toBe('PUBLISHED');
    expect((await publish()).json.error).toMatchObject({ code: 24, error_subcode: 2207006 });
    expect((await call('GET', `${INSTAGRAM}/media?fields=id,caption`)).json.data).toEqual([
      { id: media.id, caption: 'Calm' },
    ]);
    expect((await call('GET', `${media.id}?fields=permalink`)).json.permalink).toBe(
      `https://www.instagram.com/reel/${BigInt(media.id as string).toString(36)}/`,
    );
    expect((await call('GET', `${INSTAGRAM}/content_publishing_limit`)).json.data[0].quota_usage).toBe(1);
    expect(posts()).toMatchObject([{ id: media.id, kind: 'instagram_reel', page_name: '@rehearsal_page' }]);
  });
});

describe('identity', () => {
  it('accepts each of its own tokens for any page', async () => {
    expect((await call('GET', '424242?fields=id,name', undefined, 'rehearsal-token-7')).json).toEqual({
      id: '424242',
      name: 'Rehearsal Page 4242',
    });
    expect((await call('GET', 'me?fields=id,name')).json).toEqual({ id: PAGE, name: 'Rehearsal Page' });
    expect((await call('GET', `${INSTAGRAM}?fields=id,username`)).json).toEqual({
      id: INSTAGRAM,
      username: 'rehearsal_page',
    });
    expect((await call('GET', 'debug_token?input_token=rehearsal-token')).json.data.is_valid).toBe(true);
  });

  it('lists pages with their tokens, and only for a user token', async () => {
    expect((await call('GET', 'me/accounts')).json.error.code).toBe(100);
    await call('GET', '424242?fields=id');
    const { data } = (await call('GET', 'me/accounts?fields=id,access_token', undefined, 'user-token')).json;
    expect(data).toEqual([
      { id: PAGE, access_token: 'rehearsal-token' },
      { id: '424242', access_token: 'rehearsal-token-424242' },
    ]);
    expect((await call('GET', 'me', undefined, 'rehearsal-token-424242')).json.id).toBe('424242');
  });

  it.each([
    ['', { code: 2500 }],
    ['expired-1', { code: 190, error_subcode: 463 }],
    ['invalid-1', { code: 190, error_subcode: 467 }],
    ['EAAB-of-Meta', { code: 190, error_subcode: 467 }],
    ['rehearsal-token-', { code: 190, error_subcode: 467 }],
  ])('refuses the token %p', async (token, error) => {
    const answer = await call('GET', PAGE, undefined, token);
    expect(answer.status).toBe(400);
    expect(answer.json.error).toMatchObject(error);
  });
});
