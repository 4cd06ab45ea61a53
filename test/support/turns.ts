/** @returns how many turns others had while the work went on. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let over = false;
  const others = () => {
    turns++;
    if (!over) setImmediate(others);
  };
  setImmediate(others);
  try {
    await work();
  } finally {
    over = true;
  }
  return turns;
}
