/**
 * @returns how many turns others had while the work went on, on a machine for which each look at the clock is a
 * millisecond's work: the real one may be done before anybody notices.
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
