const SLICES = 10;

/**
 * Settles like `work`, or rejects when `limitMs` have passed. The work then continues, and its result is dropped. Time in
 * which this process was stopped or busy hardly counts: the answer may have come, and nobody could look.
 */
export async function withTimeout<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let slices = 0;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      if (++slices >= SLICES) reject(new Error(`no answer in ${limitMs} ms`));
    }, limitMs / SLICES);
    timer.unref();
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearInterval(timer);
  }
}
