import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ListMultipartUploadsCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import type { BucketConfig } from '../../config/storage-config';
import { S3Objects } from '../../ports/storage/s3/s3-objects';
import { FaultyLink, type Asked, type Fate } from '../../../test/support/swift/faulty-link';
import { KEYS, onSwift, REGION } from '../../../test/support/swift/swift';
import { backupPlaceContract } from './backup-place.contract';
import type { LockTimes } from './bucket-lock';
import { BucketPlace } from './bucket-place';
import { MANIFEST } from './manifest';

const BUCKET = 'backups';
const MEGABYTE = 1024 ** 2;
const NAME = '2026-11-23T08-10-00Z';
const SHORT: LockTimes = { beatMs: 200, leaseMs: 3_000, pauseMs: 100 };

onSwift('a bucket', (swift) => {
  let link: FaultyLink;
  let dir = '';
  let prefix = '';
  let opened = 0;
  beforeAll(async () => {
    await swift().makeBucket(BUCKET);
    link = await FaultyLink.to(swift().url);
    dir = await mkdtemp(join(tmpdir(), 'bucket-place-'));
  });
  afterEach(() => link.mend());
  afterAll(async () => {
    await link.end();
    await rm(dir, { recursive: true, force: true });
  });

  const config = (at = prefix, more: Partial<BucketConfig> = {}): BucketConfig => ({
    kind: 's3',
    bucket: BUCKET,
    prefix: at,
    endpoint: link.url,
    region: REGION,
    pathStyle: true,
    links: 'redirect',
    keys: KEYS,
    incomingDir: '',
    ...more,
  });
  const objectsAt = (at: string) =>
    new S3Objects(config(at), { pageSize: 20, silenceMs: 1_500, settleMs: 100 });
  const open = (lockTimes: LockTimes = { ...SHORT, leaseMs: 60_000 }, at = prefix, objects = objectsAt(at)) =>
    new BucketPlace(config(at), objects, {
      openAt: (other) => Promise.resolve(objectsAt(other)),
      workDir: join(dir, `work-${++opened}`),
      lockTimes,
    });
  const begin = () => {
    prefix = `${randomBytes(6).toString('hex')}/`;
    return Promise.resolve({ open: () => open(), end: () => Promise.resolve() });
  };

  backupPlaceContract('a bucket', begin);

  describe('that is used by several, fails, or holds other things', () => {
    beforeEach(begin);

    const write = (name: string, Body = 'theirs', at = prefix) =>
      swift()
        .client()
        .send(new PutObjectCommand({ Bucket: BUCKET, Key: at + name, Body, ContentLength: Body.length }));
    /** Names of objects and of unfinished uploads below the prefix. */
    const names = async () => {
      const at = { Bucket: BUCKET, Prefix: prefix };
      const { Contents = [] } = await swift().client().send(new ListObjectsV2Command(at));
      const { Uploads = [] } = await swift().client().send(new ListMultipartUploadsCommand(at));
      return [...Contents, ...Uploads].map(({ Key = '' }) => Key.slice(prefix.length)).sort();
    };
    const keep = (place: BucketPlace, bytes = Buffer.from('rows')) =>
      place.alone(async () => {
        const draft = await place.begin();
        try {
          for (const name of ['database.sqlite', 'media.txt', 'z.txt'])
            await writeFile(join(draft.folder, name), bytes);
          await writeFile(join(draft.folder, MANIFEST), '{}');
          await draft.keep(NAME);
        } catch (error) {
          await draft.drop();
          throw error;
        }
      });
    const isPut = ({ method, path }: Asked, name: string) => method === 'PUT' && path.includes(name);

    it('sends the manifest after everything else', async () => {
      const before = link.asked.length;
      await keep(open());
      const sent = link.asked.slice(before).filter((asked) => isPut(asked, NAME));
      expect(sent).toHaveLength(4);
      expect(sent.at(-1)?.path).toContain(MANIFEST);
    });

    it.each<[string, Fate]>([
      ['refuses', { status: 403, code: 'AccessDenied' }],
      ['fails again and again at', { status: 500, code: 'InternalError' }],
      ['breaks off at', 'is cut'],
      ['never answers', 'is ignored'],
    ])('keeps no backup, and nothing of it, when it %s its third file', async (_how, fate) => {
      link.fate = (asked) => (isPut(asked, 'z.txt') ? fate : 'passes');
      const broken = keep(open());
      await expect(broken).rejects.toThrow(new RegExp(`^s3://backups/${prefix} cannot be used: the bucket `));
      link.mend();
      expect(await names()).toEqual([]);
      await keep(open());
      expect(await open().backups()).toEqual([NAME]);
    });

    it('keeps no backup when it goes away for good, and removes what was sent at the next one', async () => {
      link.fate = (asked) => (isPut(asked, 'z.txt') ? 'is cut' : 'passes');
      const place = open(SHORT);
      link.fate = (asked) => {
        if (!isPut(asked, 'z.txt')) return 'passes';
        link.cut();
        return 'is cut';
      };
      await expect(keep(place)).rejects.toThrow('does not answer');
      link.mend();
      expect(await open().backups()).toEqual([]);
      expect((await names()).filter((name) => name.startsWith(NAME))).toHaveLength(2);
      await new Promise((resolve) => setTimeout(resolve, SHORT.leaseMs + 1_000));
      const after = open(SHORT);
      await after.alone(() => Promise.resolve());
      expect(await names()).toEqual([]);
    });

    it.each(['the manifest', 'the answer to it'])('is never half a backup when %s is lost', async (what) => {
      link.fate = (asked) =>
        isPut(asked, MANIFEST) ? (what === 'the manifest' ? 'is cut' : 'loses its answer') : 'passes';
      await expect(keep(open())).rejects.toThrow('cannot be used');
      link.mend();
      expect([await open().backups(), await names()]).toEqual([[], []]);
    });

    it('stays whole when its manifest came, its answer was lost, and it cannot be deleted', async () => {
      link.fate = (asked) => {
        if (isPut(asked, MANIFEST)) return 'loses its answer';
        return asked.method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : 'passes';
      };
      await expect(keep(open())).rejects.toThrow('cannot be used');
      link.mend();
      expect(await open().backups()).toEqual([NAME]);
      const files = (await names()).filter((name) => name.startsWith(NAME));
      expect(files.map((name) => name.slice(NAME.length + 1))).toEqual([
        'database.sqlite',
        MANIFEST,
        'media.txt',
        'z.txt',
      ]);
    });

    it('keeps a backup whose manifest its lists do not show yet', async () => {
      await keep(open());
      const late = objectsAt(prefix);
      const list = late.list.bind(late);
      late.list = async function* (beginning) {
        for await (const object of list(beginning)) if (!object.name.endsWith(MANIFEST)) yield object;
      };
      const before = await names();
      const place = open(SHORT, prefix, late);
      expect(await place.backups()).toEqual([NAME]);
      await place.alone(() => Promise.resolve());
      expect(await names()).toEqual(before);
    });

    it('keeps nothing of a large file that is refused half-way', async () => {
      link.fate = ({ path }) =>
        /[?&]partNumber=3/.test(path) ? { status: 403, code: 'AccessDenied' } : 'passes';
      const bytes = randomBytes(17 * MEGABYTE);
      await expect(open().put('media/ab/x', Readable.from([bytes]), bytes.length)).rejects.toThrow('403');
      expect(await names()).toEqual([]);
    });

    it('tells what a source throws from what the bucket does', async () => {
      const source = Readable.from(
        (async function* () {
          yield randomBytes(6 * MEGABYTE);
          await Promise.resolve();
          throw new Error('the media are away');
        })(),
      );
      await expect(open().put('media/ab/x', source, 9 * MEGABYTE)).rejects.toThrow(/^the media are away$/);
      expect(await names()).toEqual([]);
    });

    it('continues a file that is cut while it is read, and says what failed when it stays away', async () => {
      const bytes = randomBytes(2 * MEGABYTE);
      await open().put('media/ab/x', Readable.from([bytes]), bytes.length);
      link.fate = ({ method }) => (method === 'GET' ? { cutAfter: 700_000 } : 'passes');
      const pieces: Buffer[] = [];
      for await (const piece of (await open().open('media/ab/x')) ?? []) pieces.push(piece as Buffer);
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
      const stream = await open().open('media/ab/x');
      link.cut();
      await expect(stream?.toArray()).rejects.toThrow(`s3://backups/${prefix} cannot be used`);
    });

    it('is free again some time after its user was killed, and not before', async () => {
      // What a killed process leaves.
      await write('locks/00000000-0000-4000-8000-000000000001');
      await write(`${NAME}/database.sqlite`);
      await expect(keep(open(SHORT))).rejects.toThrow(
        /is under way\. If it was killed, the next one can begin in 1 minutes\.$/,
      );
      await new Promise((resolve) => setTimeout(resolve, SHORT.leaseMs + 1_000));
      await keep(open(SHORT));
      expect(await open().backups()).toEqual([NAME]);
      expect((await names()).filter((name) => name.startsWith('locks/'))).toEqual([]);
    });

    it('stays taken for as long as its user lives', async () => {
      await open(SHORT).alone(async () => {
        await new Promise((resolve) => setTimeout(resolve, 2 * SHORT.leaseMs));
        await expect(keep(open(SHORT))).rejects.toThrow('is under way');
      });
    });

    it('takes no backup from a user that was frozen until another one came', async () => {
      const [frozen, other] = [open({ ...SHORT, beatMs: 60_000 }), open(SHORT)];
      const late = frozen.alone(async () => {
        const draft = await frozen.begin();
        await writeFile(join(draft.folder, MANIFEST), '{}');
        await new Promise((resolve) => setTimeout(resolve, SHORT.leaseMs + 1_000));
        await keep(other);
        await draft.keep('2026-11-23T08-00-00Z');
      });
      await expect(late).rejects.toThrow('Another process has begun to change');
      expect(await open().backups()).toEqual([NAME]);
    });

    it('touches nothing that is not of a backup', async () => {
      const theirs = [
        '2026-plans.txt',
        '2026-11-23/notes.txt',
        'locks.txt',
        'media.txt',
        'x/media/y',
        'readme',
      ];
      for (const name of theirs) await write(name);
      await keep(open());
      await open().alone(() => open().discard(NAME));
      expect(await names()).toEqual(theirs.sort());
    });

    it('writes nowhere else than into the copy, whatever its objects are called', async () => {
      await keep(open());
      for (const name of ['../../evil', 'a/../../../evil', './evil', 'a//evil', '..\\evil'])
        await write(`${NAME}/${name}`);
      const files = await open().withCopy(NAME, (folder) => readdir(folder, { recursive: true }));
      expect(files.sort()).toEqual(['database.sqlite', MANIFEST, 'media.txt', 'z.txt'].sort());
    });

    it('says that it does not answer, without any key', async () => {
      link.cut();
      const thrown: unknown = await open()
        .backups()
        .catch((error: unknown) => error);
      expect(String(thrown)).toMatch(/cannot be used: the bucket does not answer \(\w+\)\.$/);
      expect(JSON.stringify([thrown, (thrown as Error).stack])).not.toMatch(/testing|X-Amz/);
    });

    describe('beside media of the product', () => {
      const refusal = /overlaps with the media of the product/;

      it.each(['', 'media/', 'media/ab/', 'trash/', 'trash/2026-11-23/'])(
        'is refused where they are: %s',
        async (inside) => {
          const storage = config();
          await expect(open(SHORT, prefix + inside).refuseStorage(storage)).rejects.toThrow(refusal);
          // By another address, the mark shows it.
          await write('installation-id');
          const elsewhere = config('', { bucket: 'another-name' });
          await expect(open(SHORT, prefix + inside).refuseStorage(elsewhere)).rejects.toThrow(refusal);
        },
      );

      it('is refused where they would be among the media of the backups', async () => {
        await expect(open().refuseStorage(config(`${prefix}media/`))).rejects.toThrow(refusal);
      });

      it('is allowed beside them, with a warning, and in another bucket without one', async () => {
        await write('installation-id');
        const beside = open(SHORT, `${prefix}backups/`);
        expect(await beside.refuseStorage(config())).toMatch(/who loses it loses both/);
        expect(await beside.refuseStorage(config(prefix, { bucket: 'media' }))).toBeUndefined();
        expect(await beside.refuseStorage({ kind: 'disk', dir: '/media' })).toBeUndefined();
      });
    });
  });
});
