import { startTestApp, type TestApp } from '../../support/app';
import { cli } from '../../support/cli';
import type { Fate } from '../../support/swift/faulty-link';
import { onSwift } from '../../support/swift/swift';
import { AppBucket } from '../../support/swift/use-bucket';

jest.setTimeout(120_000);

onSwift('the doctor, of media in a bucket', (swift) => {
  let bucket: AppBucket;
  let app: TestApp;
  beforeAll(async () => {
    bucket = await AppBucket.make(swift());
    app = await startTestApp({ env: bucket.env });
  });
  afterEach(() => bucket.link.mend());
  afterAll(async () => {
    await app.end();
    await bucket.link.end();
  });

  const storage = async () => {
    const { out } = await cli(app.dir, ['doctor', '--json'], { env: { ...bucket.env, PORT: '0' } });
    return (JSON.parse(out) as { check: string }[]).find(({ check }) => check === 'storage');
  };

  it('finds nothing wrong with one that takes files, and leaves nothing there', async () => {
    expect(await storage()).toMatchObject({ state: 'ok' });
    expect(await bucket.files()).toEqual([]);
  });

  it('names the rights when the bucket can be read and takes no files', async () => {
    bucket.link.fate = ({ method }) =>
      /PUT|POST/.test(method) ? { status: 403, code: 'AccessDenied' } : 'passes';
    expect(await storage()).toMatchObject({
      state: 'fail',
      text: expect.stringContaining('the bucket answers 403 AccessDenied'),
      remedy: expect.stringContaining('rights'),
    });
  });

  it.each<[string, Fate, RegExp]>([
    ['was deleted', { status: 404, code: 'NoSuchBucket' }, /^Create the bucket/],
    ['is overloaded', { status: 503, code: 'SlowDown' }, /overloaded.*later/],
    ['wants a newer token', { status: 400, code: 'ExpiredToken' }, /AWS_SESSION_TOKEN/],
    ['knows a later time', { status: 403, code: 'RequestTimeTooSkewed' }, /clock/],
    ['does not know the keys', { status: 403, code: 'InvalidAccessKeyId' }, /AWS_ACCESS_KEY_ID/],
  ])('says what to do when the bucket %s', async (_how, fate, remedy) => {
    bucket.link.fate = () => fate;
    expect(await storage()).toMatchObject({ state: 'fail', remedy: expect.stringMatching(remedy) });
  });
});
