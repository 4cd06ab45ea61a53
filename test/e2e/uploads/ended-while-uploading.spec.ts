import { readFileSync } from 'node:fs';
import { SessionsService } from '../../../backend/auth/sessions.service';
import { Database } from '../../../backend/database/database';
import { databaseEnv, useApp } from '../../support/app';
import { Client, eventually, type Answer } from '../../support/client';
import { eachDatabase } from '../../support/databases';
import { fixture, multipart, type Part } from '../../support/media';
import { tusOf } from '../../support/tus';
import { PORTRAIT, uploadVideo, videoPart, videoUploads } from '../../support/video-uploads';

const ENDED = [401, 'unauthorized', 'Your session has ended. Please sign in again.'];
const PASSWORD = 'secret-enough';
const POSTER = readFileSync(fixture('photo.jpg'));

eachDatabase((_name, makeConfig) => {
  const app = useApp(async () => ({ env: { ...databaseEnv(await makeConfig()), ROLE: 'api' } }));
  const { leavesNothing } = videoUploads(app);
  const db = () => app.running.nest.get(Database);

  let user: Client;
  /** Another session of the same user: the one that ends. */
  let other: Client;
  beforeEach(async () => {
    user = await app.users.subscriber({ bytes: 5_000_000, tasks: 5 });
    other = await app.client.login(user.user.email, PASSWORD);
  });
  afterEach(() => jest.restoreAllMocks());

  interface Long {
    method?: string;
    path: string;
    type: string;
    body: Buffer;
    headers?: Record<string, string>;
  }

  /** Sends the body but for its end, does that once the caller was let in, and then sends the end. */
  async function whileItComes(who: Client, long: Long, meanwhile: () => Promise<unknown>): Promise<Answer> {
    const { method = 'POST', path, type, body, headers = {} } = long;
    const known = jest.spyOn(app.running.nest.get(SessionsService), 'caller');
    let sendEnd: () => void = () => undefined;
    const stream = new ReadableStream({
      start: (sending) => {
        sending.enqueue(body.subarray(0, -40));
        sendEnd = () => {
          sending.enqueue(body.subarray(-40));
          sending.close();
        };
      },
    });
    const answering = fetch(app.url + path, {
      method,
      headers: { authorization: `Bearer ${who.token}`, 'content-type': type, ...headers },
      body: stream,
      duplex: 'half',
    });
    await eventually(
      () => Promise.resolve(known.mock.results.length),
      (calls) => calls > 0,
    );
    await known.mock.results[0]?.value;
    // The other guards ask nothing but limits.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await meanwhile();
    sendEnd();
    const response = await answering;
    return { status: response.status, body: await response.json(), headers: response.headers };
  }

  const form = (path: string, parts: Part[], method = 'POST'): Long => {
    const { contentType, buffer } = multipart(parts);
    return { method, path, type: contentType, body: buffer() };
  };
  const told = ({ status, body }: Answer) => [status, body.error, body.message];
  const logout = () => other.post('/api/auth/logout');

  it.each([
    ['signs out', logout],
    ['is ended from elsewhere', () => user.delete('/api/user/sessions')],
    [
      'ends by a new password',
      () =>
        user.put('/api/user/password', {
          current_password: PASSWORD,
          password: 'another-enough',
          password_confirmation: 'another-enough',
        }),
    ],
  ])('keeps nothing of an upload whose session %s before its end', async (_, end) => {
    const upload = form('/api/videos', [videoPart()]);
    const answer = await leavesNothing(user, () => whileItComes(other, upload, end));
    expect(told(answer)).toEqual(ENDED);
  });

  it('keeps an upload while another session ends', async () => {
    const upload = form('/api/videos', [
      { name: 'scheduled_for[]', value: '2099-01-01T10:00:00Z' },
      videoPart(),
    ]);
    const answer = await whileItComes(user, upload, logout);
    expect(answer.status).toBe(201);
    const row = await db().row<any>('SELECT has_scheduled FROM users WHERE id = ?', [user.user.id]);
    expect(Number(row.has_scheduled)).toBe(1);
  });

  it('leaves a failed item as it was when the session ends before its other file is there', async () => {
    const { id } = await uploadVideo(user);
    await db().run("UPDATE posts SET status = 'failed', due_at = NULL WHERE id = ?", [id]);
    const before = (await user.get(`/api/videos/${id}`)).body;
    const upload = form(`/api/videos/${id}/file`, [{ ...videoPart(), name: 'file' }], 'PUT');
    const answer = await leavesNothing(user, () => whileItComes(other, upload, logout));
    expect(told(answer)).toEqual(ENDED);
    expect((await user.get(`/api/videos/${id}`)).body).toEqual(before);
  });

  it('keeps no caption of a file whose session ends before its end', async () => {
    const file = Buffer.from(JSON.stringify(['One', 'Two']));
    const upload = form('/api/captions', [
      { name: 'captions_file', filename: 'a.json', type: 'application/json', buffer: file },
    ]);
    expect(told(await whileItComes(other, upload, logout))).toEqual(ENDED);
    expect((await user.get('/api/captions')).body).toEqual([]);
  });

  it('keeps no poster of a session that ends before its end', async () => {
    const id = await tusOf(user).upload(readFileSync(PORTRAIT));
    const upload = { method: 'PUT', path: `/api/media/${id}/poster`, type: 'image/jpeg', body: POSTER };
    const answer = await leavesNothing(user, () => whileItComes(other, upload, logout));
    expect(told(answer)).toEqual(ENDED);
    expect((await user.get(`/api/media/${id}`)).body.thumbnail_path).toBeNull();
  });

  it('takes no more of a resumable upload than had come when its session ended', async () => {
    const bytes = readFileSync(PORTRAIT);
    const path = await tusOf(other).begin(bytes.length);
    const upload = {
      ...{ method: 'PATCH', path, type: 'application/offset+octet-stream', body: bytes },
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0' },
    };
    const answer = await whileItComes(other, upload, async () => {
      await logout();
      await new Promise((resolve) => setTimeout(resolve, 1100));
    });
    expect(told(answer)).toEqual(ENDED);
    const at = Number((await tusOf(user).offsetOf(path)).headers.get('upload-offset'));
    expect(at).toBeLessThan(bytes.length);
    expect((await tusOf(user).piece(path, at, bytes.subarray(at))).status).toBe(204);
  });

  describe('of an administrator', () => {
    let admin: Client;
    let second: Client;
    beforeEach(async () => {
      admin = await app.users.admin();
      second = await app.users.newcomer();
      await admin.put(`/api/admin/users/${second.user.id}`, { is_admin: 1 });
    });

    const library = async () => [
      (await admin.get('/api/shared-videos')).body.map(({ id }: any) => id),
      await videoUploads(app).filesKept(),
    ];
    const upload = () => form('/api/shared-videos', [{ ...videoPart(), name: 'video' }]);

    it.each([
      ['is none any more', () => admin.put(`/api/admin/users/${second.user.id}`, { is_admin: 0 }), 403],
      ['signs out', () => second.post('/api/auth/logout'), 401],
    ])('adds no video to the library when its sender %s before its end', async (_, end, status) => {
      const before = await library();
      const answer = await whileItComes(second, upload(), end);
      expect(told(answer)).toEqual(
        status === 401 ? ENDED : [403, 'forbidden', 'Only administrators can do this.'],
      );
      await eventually(library, (after) => JSON.stringify(after) === JSON.stringify(before));
    });

    it('adds one whose sender still is one', async () => {
      const answer = await whileItComes(second, upload(), () => Promise.resolve());
      expect(answer.status).toBe(201);
    });
  });
});
