import { readFileSync } from 'node:fs';
import { Upload, type DetailedError } from 'tus-js-client';
import { useApp } from '../../support/app';
import { videoUploads, PORTRAIT } from '../../support/video-uploads';

const app = useApp();
const { usage } = videoUploads(app);
const video = readFileSync(PORTRAIT);

/** As the browser sends it, in small pieces. */
const send = (token: string | undefined, more: Record<string, unknown> = {}) =>
  new Promise<Upload>((resolve, reject) => {
    const upload = new Upload(video, {
      endpoint: `${app.url}/api/uploads`,
      chunkSize: 10_000,
      retryDelays: [100],
      headers: { authorization: `Bearer ${token}` },
      metadata: { filename: 'Winter.mp4', purpose: 'post' },
      onSuccess: () => resolve(upload),
      onError: reject,
      ...more,
    });
    upload.start();
  });

it('takes a file in pieces from the library that browsers use', async () => {
  const user = await app.users.subscriber();
  const { url } = await send(user.token);
  const { body } = await user.get(`/api/media/${url?.split('/').at(-1)}`);
  expect(body).toMatchObject({ name: 'Winter.mp4', type: 'video/mp4', size_bytes: video.length });
});

it('tells the library where to go on, and lets it discard an upload', async () => {
  const user = await app.users.subscriber();
  let first: Upload | undefined;
  await new Promise<void>((resolve) => {
    first = new Upload(video, {
      endpoint: `${app.url}/api/uploads`,
      chunkSize: 5_000,
      headers: { authorization: `Bearer ${user.token}` },
      onChunkComplete: () => {
        void first?.abort().then(resolve);
      },
    });
    first.start();
  });
  const offsets: number[] = [];
  const uploadUrl = first?.url ?? '';
  await send(user.token, { uploadUrl, onProgress: (sent: number) => offsets.push(sent) });
  expect(Math.min(...offsets)).toBeGreaterThanOrEqual(5_000);
  await Upload.terminate(uploadUrl, { headers: { authorization: `Bearer ${user.token}` } });
  expect(await usage(user)).toEqual({ tasks: 0, bytes: 0 });
});

it('refuses in a way that the library understands', async () => {
  const user = await app.users.subscriber({ tasks: 1, bytes: 10 });
  const error = await send(user.token).then(
    () => undefined,
    (refusal: unknown) => refusal as DetailedError,
  );
  expect(error?.originalResponse?.getStatus()).toBe(422);
  expect(JSON.parse(error?.originalResponse?.getBody() ?? '')).toMatchObject({
    error: 'storage_quota_exceeded',
  });
});
