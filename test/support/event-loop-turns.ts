/**
 * @returns how many turns of the event loop others had during the work. Each look at the clock advances it by a
 * millisecond, so that fast work counts as slow.
 */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => ++now);
  let turns = 0;
  let over = false;
  const others = () => {
    turns++;
    if (!over) setImmediate(others);
  };
  setImmediate(others);
  await work().finally(() => clock.mockRestore());
  over = true;
  return turns;
}
