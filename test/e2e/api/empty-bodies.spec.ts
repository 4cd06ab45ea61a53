import { readFileSync } from 'node:fs';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import type { Client } from '../../support/client';
import { sendRaw, wholeAnswer } from '../../support/raw-http';
import { tusOf } from '../../support/tus';
import { PORTRAIT } from '../../support/video-uploads';

const app = useApp();

const LISTS = {
  '/api/videos': { videos: ['Choose at least one file and send it as videos[].'] },
  '/api/instagram/videos': { videos: ['Choose at least one file and send it as videos[].'] },
  '/api/photos': { photos: ['Choose at least one file and send it as photos[].'] },
  '/api/shared-videos': { video: ['Choose a video and send it as video.'] },
};
const NO_JPEG = { poster: ['The picture must be a JPEG of at most 100 megapixels.'] };

let user: Client;
let admin: Client;
let poster: string;
beforeAll(async () => {
  user = await app.users.subscriber();
  admin = await app.users.admin();
  poster = `/api/media/${await tusOf(user).upload(readFileSync(PORTRAIT))}/poster`;
});

const callerOf = (path: string) => (path === '/api/shared-videos' ? admin : user);

describe.each(Object.entries(LISTS))('POST %s without a body', (path, errors) => {
  it.each([undefined, 'application/json', 'multipart/form-data; boundary=x', 'text/plain', 'video/mp4'])(
    'asks for a file, whatever its type: %s',
    async (type) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      const { status, body } = await callerOf(path).call('POST', path, undefined, headers);
      expect([status, body.errors]).toEqual([422, errors]);
    },
  );

  it.each(['application/json', 'text/plain', 'image/jpeg'])(
    'does so when only its end tells that there is none: %s',
    async (type) => {
      const lines = [
        `POST ${path} HTTP/1.1`,
        ...['Host: x', 'Connection: close', `Authorization: Bearer ${callerOf(path).token}`],
        ...[`Content-Type: ${type}`, 'Transfer-Encoding: chunked', '', '0', '', ''],
      ];
      const answer = wholeAnswer(await sendRaw(app.url, lines.join('\r\n')));
      expect([answer?.status, answer?.body.errors]).toEqual([422, errors]);
    },
  );
});

it.each([undefined, 'image/jpeg', 'application/json', 'text/plain'])(
  'refuses no picture as no JPEG, whatever its type: %s',
  async (type) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const { status, body } = await user.call('PUT', poster, undefined, headers);
    expect([status, body.errors]).toEqual([422, NO_JPEG]);
  },
);

it('asks for the file that replaces that of a failed item', async () => {
  const made = await user.upload('/api/videos', [PORTRAIT]);
  const { id } = made.body.videos[0];
  await app.running.nest.get(Database).run("UPDATE posts SET status = 'failed' WHERE id = ?", [id]);
  const { status, body } = await user.put(`/api/videos/${id}/file`);
  expect([status, body.errors]).toEqual([422, { file: ['Choose a file and send it as file.'] }]);
});
