import { fixture, sha256 } from '../../support/media';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { nowToPost } from '../../support/post-times';

describe('the main job', () => {
  const app = useApp();
  let user: Client;

  beforeAll(async () => {
    user = await app.users.subscriber({ connected: true });
  });

  const published = (id: number) =>
    eventually(
      () => user.get(`/api/videos/${id}`),
      ({ body }) => ['published', 'failed'].includes(body.status),
    );

  it('publishes an uploaded video at its time, once', async () => {
    const { status, body } = await user.upload('/api/videos', [fixture('portrait.mp4')], {
      titles: ['Hello'],
    });
    expect([status, body]).toMatchObject([
      201,
      { videos: [{ title: 'Hello', status: 'pending', scheduled_for: null }] },
    ]);
    const { id } = body.videos[0];
    const soon = (await nowToPost(1500)).toISOString();
    await user.put(`/api/videos/${id}/reschedule`, { scheduled_for: soon });
    const item = (await published(id)).body;
    expect(item).toMatchObject({ status: 'published', upload_error: null, posted_text: 'Hello' });
    expect(item.attempts.map((each: any) => [each.step, each.outcome])).toEqual([
      ['start', 'done'],
      ['upload', 'done'],
      ['publish', 'done'],
    ]);
    expect(app.fake.published()).toMatchObject([
      { caption: 'Hello', bytesSha256: await sha256(fixture('portrait.mp4')) },
    ]);
    expect(app.fake.violations()).toEqual([]);
  });

  it('sends a video longer than a reel in the chunks that the network asks for', async () => {
    const { body } = await user.upload('/api/videos', [fixture('long.mp4')], {
      titles: ['Long'],
      scheduled_for: [(await nowToPost()).toISOString()],
    });
    const item = (await published(body.videos[0].id)).body;
    expect(item.upload_error).toBeNull();
    expect(app.fake.published().at(-1)).toMatchObject({
      kind: 'video',
      caption: 'Long',
      bytesSha256: await sha256(fixture('long.mp4')),
    });
    expect(app.fake.violations()).toEqual([]);
  });
});
