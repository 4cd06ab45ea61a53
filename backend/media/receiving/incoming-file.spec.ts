import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IncomingFile } from './incoming-file';

const MEGABYTE = 1024 * 1024;

describe('the memory of incoming files', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pagecast-incoming-'));
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  });

  afterEach(async () => {
    jest.useRealTimers();
    await rm(dir, { recursive: true });
  });

  const begin = (name: string, bytes: Buffer) => {
    const failures: unknown[] = [];
    const file = new IncomingFile(
      join(dir, name),
      () => undefined,
      (error) => failures.push(error),
    );
    file.write(bytes);
    return async () => {
      await file.finish();
      await file.sync();
      expect(failures).toEqual([]);
      expect((await readFile(join(dir, name))).equals(bytes)).toBe(true);
    };
  };

  it('is forgotten some time after the last one, and the next ones are written as ever', async () => {
    const bytes = randomBytes(24 * MEGABYTE + 5);
    for (let n = 0; n < 3; n++) {
      await begin(`film-${n}`, bytes)();
      expect(jest.getTimerCount()).toBe(1);
      jest.runAllTimers();
      expect(jest.getTimerCount()).toBe(0);
    }
  });

  it('stays while one is coming in', async () => {
    const bytes = randomBytes(3 * MEGABYTE + 5);
    await begin('first', bytes)();
    const end = begin('second', bytes);
    jest.runAllTimers();
    await end();
  });
});
