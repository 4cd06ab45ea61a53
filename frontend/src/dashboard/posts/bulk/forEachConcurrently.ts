const AT_ONCE = 3;

/** Runs `act` on each item with limited concurrency and continues after failures. @returns the failures. */
export async function forEachConcurrently<T>(items: readonly T[], act: (item: T) => Promise<unknown>) {
  const failures: { item: T; error: unknown }[] = [];
  const rest = [...items];
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      try {
        await act(item);
      } catch (error) {
        failures.push({ item, error });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures;
}
