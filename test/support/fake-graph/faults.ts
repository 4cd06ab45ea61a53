import { objectMissing, type Answer } from '../../../backend/meta-world/answer';
import type { Call } from './history';

/**
 * What goes wrong with a call. The fields combine: `{ after: true, delayMs: 500, ...metaError(2, null, '…') }`.
 * Headers alone come with the good answer. Without `after`, a status, `html`, `hang` and `delayMs` come before the effect.
 */
export interface FaultAction extends Partial<Answer> {
  after?: boolean;
  cut?: 'before' | 'after';
  /** With a delay the call still takes effect when the caller has hung up meanwhile. */
  delayMs?: number;
  hang?: boolean;
  html?: boolean;
  /** Bytes per second. */
  drip?: number;
  /** true: the offset is refused; 'after': the bytes are taken and the offset is refused all the same. */
  wrongOffset?: boolean | 'after';
  /** The socket is destroyed after n bytes of the body; of a video, those bytes are kept. */
  cutAtBytes?: number;
  stuckProcessing?: number;
  rejectProcessing?: { code: number; message: string };
  lag100_33?: number;
}

export interface Fault {
  on: string;
  /** Counted from the moment the fault is declared. */
  nth?: number;
  times?: number;
  page?: string;
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
      fault.seen++;
      const first = fault.nth ?? 1;
      const times = fault.do.lag100_33 ?? fault.times ?? 1;
      if (fault.seen >= first && fault.seen < first + times) taken ??= fault.do;
    }
    if (taken?.lag100_33 !== undefined) return { ...taken, ...objectMissing() };
    return taken ?? {};
  }
}
