import { reasonOf } from '../../api';
import { discardUpload } from '../posts/upload/resumable/unfinishedUploads';
import { CANCELLED } from '../posts/upload/sendFile';
import type { Medium } from './calls';
import { sendCover } from './sendMedium';

interface CoverProgress {
  /** Until the picture is there or given up; rejects when it is refused. Absent: none is on its way. */
  sent?: Promise<void>;
  refusal?: string;
}

/** The picture that is to be the cover. It takes the place of one that is still on its way. */
export class CoverUpload {
  private stop: AbortController | undefined;
  private progress: CoverProgress = {};

  /** @param tell after each change */
  constructor(private readonly tell: () => void) {}

  readonly snapshot = () => this.progress;

  /** @param take puts it into the post, before those who wait for it go on */
  begin(file: File, take: (medium: Medium) => void) {
    this.giveUp(true);
    this.stop = new AbortController();
    const sent = this.send(file, this.stop.signal, take);
    // The screen shows the refusal, whether or not anybody waits.
    sent.catch(() => undefined);
    this.become({ sent });
  }

  /** @param discard what is on the server is not needed any more */
  giveUp(discard: boolean) {
    this.stop?.abort(discard ? CANCELLED : undefined);
    this.become({});
  }

  private async send(file: File, signal: AbortSignal, take: (medium: Medium) => void) {
    try {
      const medium = await sendCover(file, signal);
      if (signal.aborted) {
        if (signal.reason === CANCELLED) void discardUpload(`/api/uploads/${medium.id}`);
        return;
      }
      take(medium);
      this.become({});
    } catch (error) {
      if (signal.aborted) return;
      this.become({ refusal: reasonOf(error) });
      throw error;
    }
  }

  private become(progress: CoverProgress) {
    this.progress = progress;
    this.tell();
  }
}
