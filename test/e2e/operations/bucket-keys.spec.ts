import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from '../../support/app';
import { cli } from '../../support/cli';
import { closedPort } from '../../support/ports';

jest.setTimeout(120_000);

/** Where the SDK would look, were it not told of better places. */
const ELSEWHERE = {
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_SHARED_CREDENTIALS_FILE: '/nowhere/credentials',
  AWS_CONFIG_FILE: '/nowhere/config',
};
const NONE = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '', AWS_PROFILE: '' };

describe('a bucket without keys is not called silent', () => {
  let dir: string;
  let data: string;
  let bucket: string;
  beforeAll(async () => {
    // The SDK reads them from the process.
    Object.assign(process.env, ELSEWHERE, NONE);
    dir = await mkdtemp(join(tmpdir(), 'pagecast-keys-'));
    data = join(dir, 'data');
    await mkdir(data, { mode: 0o700 });
    const app = await startTestApp({ dir: data });
    await app.end();
    await app.fake.stop();
    bucket = `s3://posts?endpoint=http://127.0.0.1:${await closedPort()}&path_style=1`;
  });
  afterAll(async () => {
    await rm(dir, { recursive: true, force: true });
  });

  it.each([
    ['backup', '--to'],
    ['verify', '--backup'],
    ['restore', '--from'],
  ])('of the backups: %s', async (...args) => {
    const { code, err } = await cli(data, [...args, bucket]);
    expect([code, err]).toEqual([
      1,
      's3://posts/ cannot be used: no keys were found for the bucket: set BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY.\n',
    ]);
  });

  it('of the media: move-media', async () => {
    const { code, err } = await cli(data, ['move-media', '--to', bucket]);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(
        'no keys were found for the bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
      ),
    ]);
  });

  it('of the media: the doctor', async () => {
    const storage = async (more: Record<string, string> = {}) => {
      const { out } = await cli(data, ['doctor', '--json'], {
        env: { STORAGE_URL: bucket, PORT: '0', ...more },
      });
      return (JSON.parse(out) as { check: string }[]).find(({ check }) => check === 'storage');
    };
    expect(await storage()).toMatchObject({
      state: 'fail',
      text: 'the bucket posts: no keys were found for it',
      remedy: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    });
    const keys = { AWS_ACCESS_KEY_ID: 'me', AWS_SECRET_ACCESS_KEY: 'geheim' };
    expect(await storage(keys)).toMatchObject({
      state: 'fail',
      text: expect.stringContaining('the bucket posts: the bucket does not answer ('),
      remedy: expect.stringContaining('Check the endpoint'),
    });
  });
});
