import { forEachConcurrently } from './forEachConcurrently';

it('does three at a time, goes on after a failure, and names it', async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  const failures = await forEachConcurrently([1, 2, 3, 4, 5], async (n) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve));
    running--;
    if (n === 2) throw new Error('two');
    done.push(n);
  });
  expect([done.sort(), most, failures]).toEqual([[1, 3, 4, 5], 3, [{ item: 2, error: new Error('two') }]]);
});
