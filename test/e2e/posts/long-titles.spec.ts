import { readFile } from 'node:fs/promises';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { addSharedVideo } from '../../support/shared-library';
import { tusOf } from '../../support/tus';
import { STUDIO_PLAN } from '../../support/users';
import { PORTRAIT, videoUploads } from '../../support/video-uploads';

const app = useApp();
const { filesKept, leavesNothing } = videoUploads(app);

/** The last character takes two units of UTF-16. */
const LONGEST = `${'x'.repeat(254)}🌱`;
const SENTENCE = 'A title has at most 255 characters.';
const path = '/api/videos';

let user: Client;
let admin: Client;
let film: Buffer;
beforeAll(async () => {
  user = await app.users.subscriber();
  admin = await app.users.admin();
  await app.users.grant(admin, STUDIO_PLAN);
  await admin.put(`/api/admin/users/${user.user.id}`, { can_use_shared_videos: 1 });
  film = await readFile(PORTRAIT);
});

const share = async (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('video', new Blob([new Uint8Array(film)]), 'portrait.mp4');
  return admin.post('/api/shared-videos', form);
};

it('refuses a longer one in the words of an edit, and keeps the longest whole', async () => {
  const refused = await leavesNothing(user, () =>
    user.upload(path, [PORTRAIT, PORTRAIT], { titles: ['', `${LONGEST}x`] }),
  );
  expect([refused.status, refused.body.errors]).toEqual([422, { 'titles[1]': [SENTENCE] }]);
  const { body } = await user.upload(path, [PORTRAIT], { titles: [` ${LONGEST} `] });
  expect(body.videos[0].title).toBe(LONGEST);
  const edited = await user.put(`${path}/${body.videos[0].id}`, { title: `${LONGEST}x` });
  expect(edited.body.errors).toEqual({ title: [SENTENCE] });
});

describe.each([
  [
    'an uploaded file',
    async () => {
      const medium = await tusOf(user).upload(film, { filename: 'Bread.mp4' });
      return { media_ids: [medium, medium] };
    },
  ],
  [
    'a video of the library',
    async () => ({
      shared_video_ids: [await addSharedVideo(admin, 'Bread'), await addSharedVideo(admin, 'Bread')],
    }),
  ],
])('of %s', (_what, choose) => {
  const make = async (titles: unknown[]) => user.post(path, { ...(await choose()), titles });
  const refused = async (titles: unknown[]) => {
    const before = (await user.get(path)).body.total;
    const { status, body } = await make(titles);
    expect((await user.get(path)).body.total).toBe(before);
    return [status, body.errors];
  };

  it('does the same', async () => {
    expect(await refused(['', `${LONGEST}x`])).toEqual([422, { 'titles[1]': [SENTENCE] }]);
    const { body } = await make([`${LONGEST}\n`, 'broken \ud83c']);
    expect(body.videos.map(({ title }: any) => title)).toEqual([LONGEST, 'broken \ufffd']);
  });

  it.each([5, true, {}, ['One']])('refuses one that is no text: %j', async (title) => {
    expect(await refused([null, title])).toEqual([422, { 'titles[1]': ['This is to be a text.'] }]);
  });

  it('takes its own name where none is given', async () => {
    const { body } = await make([null, ' ']);
    expect(body.videos.map(({ title }: any) => title)).toEqual(['Bread', 'Bread']);
  });
});

it('does the same for a video of the shared library', async () => {
  const before = await filesKept();
  for (const field of ['title', 'titles[]']) {
    const refused = await share({ [field]: `${LONGEST}x` });
    const key = field === 'title' ? 'title' : 'titles[0]';
    expect([refused.status, refused.body.errors]).toEqual([422, { [key]: [SENTENCE] }]);
  }
  expect(await filesKept()).toEqual(before);
  expect((await share({ title: LONGEST })).body.title).toBe(LONGEST);
  const media_ids = [await tusOf(admin).upload(film, { filename: 'a.mp4', purpose: 'library' })];
  const again = await admin.post('/api/shared-videos', { media_ids, titles: [`${LONGEST}x`] });
  expect([again.status, again.body.errors]).toEqual([422, { 'titles[0]': [SENTENCE] }]);
  const kept = await admin.post('/api/shared-videos', { media_ids, titles: [LONGEST] });
  expect(kept.body.title).toBe(LONGEST);
});
