import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { Housekeeping } from '../../../backend/publishing/housekeeping/housekeeping';
import { startTestApp, type TestApp } from '../../support/app';
import type { Client } from '../../support/client';
import { eventually } from '../../support/client';
import { fixture } from '../../support/media';
import { nowToPost } from '../../support/post-times';
import { onSwift } from '../../support/swift/swift';
import { AppBucket } from '../../support/swift/use-bucket';
import { PORTRAIT } from '../../support/video-uploads';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

onSwift('with media in a bucket', (swift) => {
  let bucket: AppBucket;
  let app: TestApp;
  let user: Client;
  beforeAll(async () => {
    bucket = await AppBucket.make(swift());
    app = await startTestApp({ env: bucket.env });
    user = await app.users.subscriber({ connected: true });
  });
  afterEach(() => bucket.link.mend());
  afterAll(async () => {
    await app.end();
    await bucket.link.end();
  });

  const upload = async (title: string, at?: Date) =>
    user.upload('/api/videos', [PORTRAIT], {
      titles: [title],
      ...(at && { scheduled_for: [at.toISOString()] }),
    });
  const linkOf = ({ body }: { body: any }) => `${app.url}/storage/${body.videos[0].file_path}`;
  const incoming = async () =>
    (await readdir(join(app.dir, 'incoming'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );

  it('stores an upload there, and keeps nothing of it on this disk', async () => {
    const before = await bucket.files();
    const { status, body } = await upload('Stored');
    expect(status).toBe(201);
    const key: string = body.videos[0].file_path.split('?')[0];
    expect(await bucket.files()).toEqual([...before, key].sort());
    expect(await incoming()).toEqual([]);
    expect(await readdir(app.dir)).not.toContain('media');
  });

  it('deletes there what its owner deletes', async () => {
    const { body } = await upload('Deleted');
    const { id, file_path } = body.videos[0];
    expect((await user.delete(`/api/videos/${id}`)).status).toBe(200);
    expect(await bucket.files()).not.toContain(file_path.split('?')[0]);
  });

  it('publishes what lies there, byte for byte', async () => {
    const { body } = await upload('From the bucket', await nowToPost());
    await eventually(
      async () => (await user.get(`/api/videos/${body.videos[0].id}`)).body.status,
      (status) => status === 'published',
    );
    expect(app.fake.published().filter(({ title }) => title === 'From the bucket')).toMatchObject([
      { bytesSha256: sha256(await readFile(PORTRAIT)) },
    ]);
  });

  describe('a link to them', () => {
    let link: string;
    beforeAll(async () => {
      link = linkOf(await upload('Linked'));
    });
    const ask = (url: string, method = 'GET', headers = {}) =>
      fetch(url, { method, headers, redirect: 'manual' });

    it('leads to the bucket for as long as it is valid itself, and no longer', async () => {
      const answer = await ask(link);
      expect(answer.status).toBe(302);
      const target = new URL(answer.headers.get('location')!);
      expect(target.origin).toBe(bucket.link.url);
      const endsAt = Number(new URL(link).searchParams.get('expires')) * 1000;
      const signed = target.searchParams
        .get('X-Amz-Date')!
        .replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z');
      const lasts = Number(target.searchParams.get('X-Amz-Expires')) * 1000;
      expect(Date.parse(signed) + lasts).toBeLessThanOrEqual(endsAt);
      const kept = /^private, max-age=(\d+)$/.exec(answer.headers.get('cache-control')!)?.[1];
      expect(Date.now() + Number(kept) * 1000).toBeLessThan(endsAt);
      expect(Number(kept)).toBeGreaterThan(0);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('brings the bytes, or a part of them, and their size', async () => {
      const bytes = await readFile(PORTRAIT);
      const whole = await fetch(link);
      expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
      expect(whole.headers.get('content-type')).toBe('video/mp4');
      const part = await fetch(link, { headers: { range: 'bytes=10-19' } });
      expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(10, 20)]);
      const head = await fetch(link, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    });

    it('leads nowhere when it was changed, or has no signature', async () => {
      const unsigned = link.split('?')[0]!;
      const longer = link.replace(/expires=\d+/, 'expires=9999999999');
      for (const url of [unsigned, longer, link.replace('.mp4', '.gif')]) {
        const answer = await ask(url);
        expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
      }
    });

    it('asks the bucket for nothing by itself', async () => {
      const before = bucket.link.asked.length;
      for (const method of ['GET', 'HEAD']) await ask(link, method, { range: 'bytes=0-1' });
      // Of this file: what the product asks beside it, about its mark or for its housekeeping, goes on.
      const key = new URL(link).pathname.split('/').at(-1)!;
      const asked = bucket.link.asked.slice(before).filter(({ path }) => path.includes(key));
      expect(asked).toEqual([]);
    });
  });

  it('sends the bytes itself where browsers cannot reach the bucket', async () => {
    const own = await AppBucket.make(swift());
    const env = { ...own.env, STORAGE_URL: `${own.address}&links=stream` };
    const other = await startTestApp({ fake: app.fake, env });
    try {
      const viewer = await other.users.subscriber();
      const { body } = await viewer.upload('/api/videos', [PORTRAIT]);
      const link = `${other.url}/storage/${body.videos[0].file_path}`;
      const bytes = await readFile(PORTRAIT);
      const whole = await fetch(link, { redirect: 'error' });
      expect(whole.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
      const part = await fetch(link, { headers: { range: 'bytes=10-19' }, redirect: 'error' });
      expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(10, 20)]);
    } finally {
      await other.end();
      await own.link.end();
    }
  });

  it('sweeps nothing beside another database, and says so', async () => {
    await upload('Not theirs');
    const before = await bucket.files();
    const complained = jest.spyOn(Logger.prototype, 'error');
    const other = await startTestApp({ fake: app.fake, env: bucket.env });
    try {
      await other.running.nest.get(Housekeeping).tidy();
      expect(await bucket.files()).toEqual(before);
      const said = complained.mock.calls.map(([text]) => String(text));
      expect(said).toContainEqual(expect.stringContaining('belongs to another installation'));
    } finally {
      await other.end();
      complained.mockRestore();
    }
  });

  it('takes photos as well, and their posters', async () => {
    const { status, body } = await user.upload('/api/photos', [fixture('photo.jpg')], {}, 'photos');
    expect(status).toBe(201);
    const shown = await fetch(`${app.url}/storage/${body.photos[0].file_path}`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });
});
