const NUMBERS = ['getUint16', 'getUint32'] as const;

/** @returns what the work gives, and how many numbers were read out of bytes meanwhile: each step of a walk reads some */
export async function countNumbersRead<T>(work: () => Promise<T>): Promise<{ result: T; numbers: number }> {
  const own = NUMBERS.map((name) => [name, DataView.prototype[name]] as const);
  let numbers = 0;
  for (const [name, read] of own)
    DataView.prototype[name] = function (...at) {
      numbers++;
      return read.apply(this, at);
    };
  try {
    return { result: await work(), numbers };
  } finally {
    for (const [name, read] of own) DataView.prototype[name] = read;
  }
}
