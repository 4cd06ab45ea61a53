import { readFile } from 'node:fs/promises';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { tusOf } from '../../support/tus';
import { PORTRAIT, videoUploads } from '../../support/video-uploads';

const app = useApp();
const { leavesNothing } = videoUploads(app);

/** The last character takes two units of UTF-16. */
const LONGEST = `${'x'.repeat(2199)}🌱`;
const SENTENCE = 'A description has at most 2200 characters.';

let user: Client;
let admin: Client;
let film: Buffer;
beforeAll(async () => {
  user = await app.users.subscriber();
  admin = await app.users.admin();
  film = await readFile(PORTRAIT);
});

const share = async (description: string) => {
  const form = new FormData();
  form.append('description', description);
  form.append('video', new Blob([new Uint8Array(film)]), 'portrait.mp4');
  return admin.post('/api/shared-videos', form);
};

it('refuses a longer one in the words of an edit, and keeps the longest whole', async () => {
  const path = '/api/videos';
  const refused = await leavesNothing(user, () =>
    user.upload(path, [PORTRAIT, PORTRAIT], { descriptions: ['', `${LONGEST}x`] }),
  );
  expect([refused.status, refused.body.errors]).toEqual([422, { 'descriptions[1]': [SENTENCE] }]);
  const { body } = await user.upload(path, [PORTRAIT], { descriptions: [` ${LONGEST} `] });
  expect(body.videos[0].description).toBe(LONGEST);
  const edited = await user.put(`${path}/${body.videos[0].id}`, { description: `${LONGEST}x` });
  expect(edited.body.errors).toEqual({ description: [SENTENCE] });
});

it('keeps the longest whole where each of its characters has four bytes', async () => {
  const description = '🌱'.repeat(2200);
  const { body } = await user.upload('/api/videos', [PORTRAIT], { descriptions: [description] });
  expect(body.videos[0].description).toBe(description);
  expect((await share(description)).body.description).toBe(description);
});

it('does the same for an uploaded file', async () => {
  const medium = await tusOf(user).upload(film);
  const make = (descriptions: unknown[]) =>
    user.post('/api/videos', { media_ids: [medium, medium], descriptions });
  const refused = await leavesNothing(user, () => make(['', `${LONGEST}x`]));
  expect([refused.status, refused.body.errors]).toEqual([422, { 'descriptions[1]': [SENTENCE] }]);
  const { body } = await make([`${LONGEST}\n`, 'broken \ud83c']);
  expect(body.videos.map(({ description }: any) => description)).toEqual([LONGEST, 'broken \ufffd']);
});

it('refuses what is no text, and takes nothing and null for none', async () => {
  const medium = await tusOf(user).upload(film);
  const make = (descriptions: unknown[]) =>
    user.post('/api/videos', { media_ids: [medium, medium], descriptions });
  for (const wrong of [5, true, {}, ['One']]) {
    const refused = await leavesNothing(user, () => make([null, wrong]));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'descriptions[1]': ['This is to be a text.'] },
    ]);
  }
  const { body } = await make([null]);
  expect(body.videos.map(({ description }: any) => description)).toEqual([null, null]);
});

it('does the same for a video of the shared library', async () => {
  const refused = await share(`${LONGEST}x`);
  expect([refused.status, refused.body.errors]).toEqual([422, { description: [SENTENCE] }]);
  expect((await share(LONGEST)).body.description).toBe(LONGEST);
  await app.users.grant(admin, 3);
  const media_ids = [await tusOf(admin).upload(film, { filename: 'a.mp4', purpose: 'library' })];
  const again = await admin.post('/api/shared-videos', { media_ids, descriptions: [`${LONGEST}x`] });
  expect([again.status, again.body.errors]).toEqual([422, { 'descriptions[0]': [SENTENCE] }]);
  const noText = await admin.post('/api/shared-videos', { media_ids, descriptions: [{ text: 'Bread' }] });
  expect([noText.status, noText.body.errors]).toEqual([
    422,
    { 'descriptions[0]': ['This is to be a text.'] },
  ]);
  const kept = await admin.post('/api/shared-videos', { media_ids, descriptions: [LONGEST] });
  expect(kept.body.description).toBe(LONGEST);
});
