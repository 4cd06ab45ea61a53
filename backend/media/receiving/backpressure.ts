import type { Readable } from 'node:stream';

/** Pauses a body while any of its receivers asks for a pause. */
export class Backpressure {
  private shutters = 0;
  private abandoned = false;

  constructor(private readonly body: Readable) {}

  /** Pauses the body. @returns a function that releases this pause. */
  shut(): () => void {
    if (this.shutters++ === 0) this.body.pause();
    return () => {
      if (--this.shutters === 0 && !this.abandoned) this.body.resume();
    };
  }

  /** Never resumes the body again; another owner reads or drops it. */
  abandon(): void {
    this.abandoned = true;
  }
}
