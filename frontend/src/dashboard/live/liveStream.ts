import { EventParser, type ServerEvent } from './eventParser';

/** The server beats every fifteen seconds; two beats that do not come, and the connection is dead. */
const SILENT_MS = 35_000;
/** A proxy that holds an answer back until it is whole never lets the first event through. */
const FIRST_EVENT_MS = 10_000;
/** A stream that stood so long was a good one; no failure takes as long. */
const STEADY_MS = 15_000;
/** How long a break may last before somebody else has to look for changes. */
const GRACE_MS = 3_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

type Timer = ReturnType<typeof setTimeout>;

/** Each pause twice the one before; half of it by chance, so that a server that comes back is not stormed. */
export function pauseBefore(failures: number, chance = Math.random()): number {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  return pause * (0.5 + chance / 2);
}

interface LiveStreamOptions {
  open: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>;
  /** What changed, by topic; the first time nothing. */
  changed: (topics: string[]) => void;
  /** The stream has been away for longer than a moment. */
  lost: () => void;
  /** The session is over. */
  refused: () => void;
}

/** Listens to the server and, after a break, goes on where it was, until it is stopped or the session is over. */
export class LiveStream {
  private lastEventId: string | undefined;
  private failures = 0;
  private attempt: AbortController | undefined;
  private heardAt = 0;
  private pause: Timer | undefined;
  private silence: Timer | undefined;
  private doubt: Timer | undefined;

  constructor(private readonly options: LiveStreamOptions) {}

  /** Listens now, whatever it waited for. */
  wake(): void {
    // While the computer slept, no timer ran.
    if (this.attempt && Date.now() - this.heardAt < SILENT_MS) return;
    this.leave();
    void this.connect();
  }

  /** Gives the connection back until it is woken. */
  rest(): void {
    this.leave();
    this.trust();
  }

  private leave(): void {
    clearTimeout(this.pause);
    clearTimeout(this.silence);
    const { attempt } = this;
    this.attempt = undefined;
    attempt?.abort();
  }

  private async connect(): Promise<void> {
    const attempt = new AbortController();
    this.attempt = attempt;
    this.distrust();
    const began = Date.now();
    this.expectWithin(FIRST_EVENT_MS, attempt);
    const isRefused = await this.listen(attempt.signal).catch(() => false);
    if (this.attempt !== attempt) return;
    if (isRefused) {
      this.rest();
      this.options.refused();
      return;
    }
    this.leave();
    this.distrust();
    if (Date.now() - began > STEADY_MS) this.failures = 0;
    this.pause = setTimeout(() => void this.connect(), pauseBefore(this.failures++));
  }

  /** Ends with the stream. @returns whether the server refuses the session. */
  private async listen(signal: AbortSignal): Promise<boolean> {
    const headers = {
      Accept: 'text/event-stream',
      ...(this.lastEventId && { 'Last-Event-ID': this.lastEventId }),
    };
    const response = await this.options.open(headers, signal);
    if (response.status === 401) return true;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.ok || !isStream || !response.body) return false;
    const parser = new EventParser();
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done || signal.aborted) return false;
      this.expectWithin(SILENT_MS);
      for (const event of parser.push(decoder.decode(value, { stream: true }))) this.hear(event);
    }
  }

  private hear({ id, name, data }: ServerEvent): void {
    this.lastEventId = id;
    this.trust();
    if (name === 'changed') this.options.changed((JSON.parse(data) as { topics: string[] }).topics);
  }

  private distrust(): void {
    this.doubt ??= setTimeout(() => {
      this.options.lost();
    }, GRACE_MS);
  }

  private trust(): void {
    clearTimeout(this.doubt);
    this.doubt = undefined;
  }

  private expectWithin(ms: number, attempt = this.attempt): void {
    this.heardAt = Date.now();
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      attempt?.abort();
    }, ms);
  }
}
