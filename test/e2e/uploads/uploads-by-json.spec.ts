import { useApp } from '../../support/app';
import type { Client } from '../../support/client';

const app = useApp();

let user: Client;
let admin: Client;
beforeAll(async () => {
  user = await app.users.subscriber();
  admin = await app.users.admin();
});

describe('a JSON body that names no file', () => {
  const CHOOSE = [422, { media_ids: ['Choose 1 to 20 files by their ids.'] }];

  it.each(
    ['/api/videos', '/api/instagram/videos', '/api/photos'].flatMap((path) =>
      [{}, { titles: ['x'] }, [], null, 'x'].map((body) => [path, body]),
    ),
  )('is asked for media_ids: %s %j', async (path, given) => {
    const { status, body } = await user.post(path as string, given);
    expect([status, body.errors]).toEqual(CHOOSE);
  });

  it.each([{}, { titles: ['x'] }, [], null, 'x'])(
    'is asked for media_ids by the shared library: %j',
    async (given) => {
      const { status, body } = await admin.post('/api/shared-videos', given);
      expect([status, body.errors]).toEqual([422, { media_ids: ['Choose one file by its id.'] }]);
    },
  );

  it('needs the permission for the library only if it asks for videos of it', async () => {
    for (const shared_video_ids of [[1], [], null])
      expect((await user.post('/api/videos', { shared_video_ids })).status).toBe(403);
    const { status, body } = await user.post('/api/photos', { shared_video_ids: [1] });
    expect([status, body.errors]).toEqual(CHOOSE);
  });
});
