const AT_ONCE = 3;

/** Does it to each, a few at a time, and goes on where one fails. @returns what failed, and why. */
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
