import { stat } from 'node:fs/promises';
import { useApp } from '../../support/app';
import { PORTRAIT, uploadVideo, videoUploads } from '../../support/video-uploads';

const app = useApp();
const { usage, filesKept, leavesNothing } = videoUploads(app);

describe('quotas', () => {
  it('refuses a task too many with task_quota_exceeded', async () => {
    const small = await app.users.subscriber({ tasks: 1 });
    await uploadVideo(small);
    const { status, body } = await leavesNothing(small, () => small.upload('/api/videos', [PORTRAIT]));
    expect([status, body.error]).toEqual([422, 'task_quota_exceeded']);
    expect(body.message).toMatch(/1 task/);
  });

  it('refuses two files in one upload when one task is free, and keeps neither', async () => {
    const small = await app.users.subscriber({ tasks: 1 });
    const { status, body } = await leavesNothing(small, () =>
      small.upload('/api/videos', [PORTRAIT, PORTRAIT]),
    );
    expect([status, body.error]).toEqual([422, 'task_quota_exceeded']);
  });

  it('refuses too many bytes with storage_quota_exceeded, and frees them on delete', async () => {
    const { size } = await stat(PORTRAIT);
    const small = await app.users.subscriber({ bytes: size });
    const { id } = await uploadVideo(small);
    expect(await usage(small)).toEqual({ tasks: 1, bytes: size });
    const { status, body } = await leavesNothing(small, () => small.upload('/api/videos', [PORTRAIT]));
    expect([status, body.error]).toEqual([422, 'storage_quota_exceeded']);
    expect((await small.delete(`/api/videos/${id}`)).status).toBe(200);
    expect(await usage(small)).toEqual({ tasks: 0, bytes: 0 });
    await uploadVideo(small);
  });

  it('takes exactly ten of a hundred simultaneous uploads when ten tasks are free', async () => {
    const busy = await app.users.subscriber({ tasks: 10 });
    const { size } = await stat(PORTRAIT);
    const before = (await filesKept()).length;
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => busy.upload('/api/videos', [PORTRAIT])),
    );
    const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([counts(201), counts(422)]).toEqual([10, 90]);
    expect(new Set(answers.filter(({ status }) => status === 422).map(({ body }) => body.error))).toEqual(
      new Set(['task_quota_exceeded']),
    );
    expect(await usage(busy)).toEqual({ tasks: 10, bytes: 10 * size });
    expect((await busy.get('/api/videos')).body.total).toBe(10);
    expect((await filesKept()).length - before).toBe(10);
  });
});
