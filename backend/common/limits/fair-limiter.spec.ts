import { FairLimiter } from './fair-limiter';
import { LineIsFull } from './limiter';

/** Tasks that end on demand, and the order in which they began. */
function scene(limiter: FairLimiter) {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const start = (lane: string, name = lane) =>
    limiter.run(lane, () => {
      began.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endNext = async () => {
    ends.shift()?.();
    await settle();
  };
  return { began, start, endNext };
}

it('never runs more tasks at a time than its width', async () => {
  const { began, start, endNext } = scene(new FairLimiter(2, 10, 10));
  for (const name of ['a', 'b', 'c', 'd']) void start('lane', name);
  expect(began).toEqual(['a', 'b']);
  await endNext();
  expect(began).toEqual(['a', 'b', 'c']);
  await endNext();
  await endNext();
  await endNext();
  void start('lane', 'e');
  void start('lane', 'f');
  void start('lane', 'g');
  expect(began).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

it('lets lanes take turns and keeps the order within each', async () => {
  const { began, start, endNext } = scene(new FairLimiter(1, 10, 10));
  for (const name of ['many1', 'many2', 'many3', 'many4']) void start('many', name);
  void start('one');
  void start('other');
  for (let n = 0; n < 6; n++) await endNext();
  expect(began).toEqual(['many1', 'many2', 'one', 'other', 'many3', 'many4']);
});

it('refuses a task whose lane is full, and accepts one of another lane', async () => {
  const { began, start, endNext } = scene(new FairLimiter(1, 2, 10));
  for (let n = 0; n < 3; n++) void start('many');
  await expect(start('many')).rejects.toBeInstanceOf(LineIsFull);
  void start('one');
  await endNext();
  await endNext();
  expect(began).toEqual(['many', 'many', 'one']);
});

it('gives the last place of the longest lane to a shorter one when all places are taken', async () => {
  const { began, start, endNext } = scene(new FairLimiter(1, 10, 3));
  const many = Array.from({ length: 4 }, () => start('many'));
  const [last] = many.slice(-1);
  const refusal = expect(last).rejects.toBeInstanceOf(LineIsFull);
  void start('one');
  await refusal;
  void start('two');
  await expect(many[2]).rejects.toBeInstanceOf(LineIsFull);
  await expect(start('many')).rejects.toBeInstanceOf(LineIsFull);
  await expect(start('four')).rejects.toBeInstanceOf(LineIsFull);
  for (let n = 0; n < 5; n++) await endNext();
  expect(began).toEqual(['many', 'many', 'one', 'two']);
});

it('continues after a task that fails', async () => {
  const limiter = new FairLimiter(1, 1, 1);
  await expect(limiter.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(limiter.run('a', () => Promise.resolve(7))).resolves.toBe(7);
});
