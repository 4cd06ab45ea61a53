import { objectMissing, type Answer } from '../../../backend/meta-world/answer';
import type { Call } from './history';

/**
 * A fault of a call. The fields combine: `{ after: true, delayMs: 500, ...metaError(2, null, '…') }`. Headers alone are
 * added to the normal answer. Without `after`, a status, `html`, `hang` and `delayMs` prevent or precede the effect.
 */
export interface FaultAction extends Partial<Answer> {
  after?: boolean;
  cut?: 'before' | 'after';
  /** The call takes effect after the delay, even if the client has hung up. */
  delayMs?: number;
  hang?: boolean;
  html?: boolean;
  /** Bytes per second. */
  drip?: number;
  /** true: refuses the offset. 'after': takes the bytes, then refuses the offset. */
  wrongOffset?: boolean | 'after';
  /** Destroys the socket after this many bytes of the body. The bytes of an upload are kept. */
  cutAtBytes?: number;
  stuckProcessing?: number;
  rejectProcessing?: { code: number; message: string };
  lag100_33?: number;
}

export interface Fault {
  on: string;
  /** Counted from the call to `fault`. */
  nth?: number;
  times?: number;
  page?: string;
  /** Only calls whose path contains it. */
  path?: string;
  do: FaultAction;
}

export class Faults {
  #armed: Array<Fault & { seen: number }> = [];

  arm(fault: Fault): void {
    this.#armed.push({ ...fault, seen: 0 });
  }

  clear(): void {
    this.#armed = [];
  }

  take(call: Call): FaultAction {
    let taken: FaultAction | undefined;
    for (const fault of this.#armed) {
      if (fault.on !== call.name || (fault.page !== undefined && fault.page !== call.page)) continue;
      if (fault.path !== undefined && !call.path.includes(fault.path)) continue;
      fault.seen++;
      const first = fault.nth ?? 1;
      const times = fault.do.lag100_33 ?? fault.times ?? 1;
      if (fault.seen >= first && fault.seen < first + times) taken ??= fault.do;
    }
    if (taken?.lag100_33 !== undefined) return { ...taken, ...objectMissing() };
    return taken ?? {};
  }
}
