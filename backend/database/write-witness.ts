import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseAway } from './database-errors';

/** Learns what a piece of work writes, whatever services do it. */
export interface WriteWitness {
  /** Called before each write. If it fails, the write is not sent and fails likewise. */
  writing(): Promise<void>;
  /** A write took effect, or may have. */
  written(): void;
}

const witnesses = new AsyncLocalStorage<WriteWitness | undefined>();

let running = 0;

/** Runs the work. The witness learns of its writes, and of some that it leaves to run after it. */
export async function witnessing<T>(witness: WriteWitness, work: () => Promise<T>): Promise<T> {
  running++;
  try {
    return await witnesses.run(witness, work);
  } finally {
    // On Node 20 and 22, a storage in use makes every promise of the process dearer.
    if (--running === 0) witnesses.disable();
  }
}

/** For the writes of a witness itself. */
export const unwitnessed = <T>(work: () => Promise<T>): Promise<T> => witnesses.run(undefined, work);

/** @param tookEffect judges what the write returned */
export function witnessed<T>(write: () => Promise<T>, tookEffect: (done: T) => boolean): Promise<T> {
  const witness = witnesses.getStore();
  return witness ? witnessedBy(witness, write, tookEffect) : write();
}

async function witnessedBy<T>(
  witness: WriteWitness,
  write: () => Promise<T>,
  tookEffect: (done: T) => boolean,
): Promise<T> {
  await witness.writing();
  try {
    const done = await write();
    if (tookEffect(done)) witness.written();
    return done;
  } catch (error) {
    if (error instanceof DatabaseAway && error.mayBeDone) witness.written();
    throw error;
  }
}
