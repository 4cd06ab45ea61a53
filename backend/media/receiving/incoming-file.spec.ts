import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IncomingFile } from './incoming-file';

// The memory belongs to the module, and what the files before have received may still be in it: here the module is new.
jest.mock('./incoming-file', () => jest.requireActual<object>('./incoming-file'));

const MEGABYTE = 1024 * 1024;

describe('the memory of incoming files', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pagecast-incoming-'));
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  });

  afterEach(async () => {
    // Before the timers are real again: a spy puts back what it stood in for.
    jest.restoreAllMocks();
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
    // By its name: what earlier files of tests have left behind may wait for something, too.
    const { calls } = jest.spyOn(globalThis, 'setTimeout').mock;
    const timesToForget = () => calls.filter(([then]) => then.name === 'forgetSlots').length;
    for (let n = 0; n < 3; n++) {
      await begin(`film-${n}`, bytes)();
      expect(timesToForget()).toBe(n + 1);
      jest.runAllTimers();
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
