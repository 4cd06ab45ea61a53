import { randomBytes } from 'node:crypto';
import { S3Objects } from '../../ports/storage/s3/s3-objects';
import { FaultyLink, type Asked, type Fate } from '../../../test/support/swift/faulty-link';
import { KEYS, onSwift, REGION } from '../../../test/support/swift/swift';
import { BucketLock } from './bucket-lock';

const BUCKET = 'backups';

onSwift('the lock of a bucket', (swift) => {
  let link: FaultyLink;
  beforeAll(async () => {
    await swift().makeBucket(BUCKET);
    link = await FaultyLink.to(swift().url);
  });
  afterAll(() => link.end());

  const isWrite = ({ method }: Asked) => method === 'PUT';
  const isList = ({ path }: Asked) => path.includes('list-type=2');

  it.each<[string, (asked: Asked) => Fate]>([
    [
      'the bucket does not list',
      (asked) => (isList(asked) ? { status: 403, code: 'AccessDenied' } : 'passes'),
    ],
    ['the bucket has taken without an answer', (asked) => (isWrite(asked) ? 'loses its answer' : 'passes')],
  ])('is free after a try that %s', async (_how, fate) => {
    const objects = new S3Objects(
      {
        kind: 's3',
        bucket: BUCKET,
        prefix: `${randomBytes(6).toString('hex')}/`,
        endpoint: link.url,
        region: REGION,
        pathStyle: true,
        links: 'redirect',
        keys: KEYS,
        incomingDir: '',
      },
      { pageSize: 20, silenceMs: 1_500, settleMs: 100 },
    );
    link.fate = fate;
    await expect(new BucketLock(objects).take()).rejects.toThrow('cannot be used: the bucket');
    link.mend();
    const next = new BucketLock(objects);
    await next.take();
    await next.release();
  });
});
