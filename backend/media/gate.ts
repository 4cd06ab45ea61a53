import type { Readable } from 'node:stream';

/** A body comes in while nobody who takes it asks for a pause. */
export class Gate {
  private shutters = 0;
  private abandoned = false;

  constructor(private readonly body: Readable) {}

  /** @returns what lets the body go on. */
  shut(): () => void {
    if (this.shutters++ === 0) this.body.pause();
    return () => {
      if (--this.shutters === 0 && !this.abandoned) this.body.resume();
    };
  }

  /** From now on it is another's to read or to leave. */
  abandon(): void {
    this.abandoned = true;
  }
}
