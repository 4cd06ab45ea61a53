import type { PublishJob } from '../network';

/** Sends bytes once it is the job's turn, and ends the turn. */
export async function inTurn<T>({ turn }: PublishJob, send: () => Promise<T>): Promise<T> {
  const end = await turn?.();
  try {
    return await send();
  } finally {
    end?.();
  }
}
