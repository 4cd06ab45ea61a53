import { EventParser, type ServerEvent } from './eventParser';

/** The server sends a heartbeat every 15 seconds; after two missed ones the connection is dead. */
const SILENT_MS = 35_000;
/** A buffering proxy never lets the first event through. */
const FIRST_EVENT_MS = 10_000;
/** After this long a stream counts as good and resets the back-off. */
const STEADY_MS = 15_000;
/** A break longer than this falls back to polling. */
const GRACE_MS = 3_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

type Timer = ReturnType<typeof setTimeout>;

/** Exponential back-off with 50% jitter. */
export function pauseBefore(failures: number, chance = Math.random()): number {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  return pause * (0.5 + chance / 2);
}

interface LiveStreamOptions {
  open: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>;
  /** The changed topics; empty on the first event. */
  changed: (topics: string[]) => void;
  /** The stream has been down for longer than the grace period. */
  lost: () => void;
  /** The session is over. */
  refused: () => void;
}

/** Listens to server-sent events and reconnects from the last event id until stopped or unauthorized. */
export class LiveStream {
  private lastEventId: string | undefined;
  private failures = 0;
  private attempt: AbortController | undefined;
  private heardAt = 0;
  private pause: Timer | undefined;
  private silence: Timer | undefined;
  private doubt: Timer | undefined;

  constructor(private readonly options: LiveStreamOptions) {}

  /** Connects now, without waiting for the back-off. */
  wake(): void {
    // Timers do not run while the computer sleeps.
    if (this.attempt && Date.now() - this.heardAt < SILENT_MS) return;
    this.leave();
    void this.connect();
  }

  /** Disconnects until woken. */
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

  /** Resolves when the stream ends. @returns whether the server rejects the session. */
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
