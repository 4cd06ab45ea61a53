/** Runs all tasks, at most `width` at once; each result can be awaited on its own. */
export function inParallel<T>(width: number, tasks: Array<() => Promise<T>>): Promise<T>[] {
  let free = width;
  const waiting: Array<() => void> = [];
  const run = async (task: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
  return tasks.map((task) => {
    const result = run(task);
    // Its failure is seen where it is awaited; until then it must not count as unhandled.
    result.catch(() => undefined);
    return result;
  });
}
