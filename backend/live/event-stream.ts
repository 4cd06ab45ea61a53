import type { ServerResponse } from 'node:http';
import type { Caller } from '../common/caller.decorator';
import { TOPICS, type Versions } from '../users/change-counters';
import { idOf, SHOWN, type ShownTopic } from './events.view';

/** Who does not read for so long is gone. */
const MOST_UNREAD_BYTES = 64 * 1024;

/** One tab that listens: an answer that stays open, in the format of server-sent events. */
export class EventStream {
  constructor(
    readonly caller: Caller,
    private readonly told: Versions,
    private readonly raw: ServerResponse,
  ) {}

  get isOpen(): boolean {
    return !this.raw.writableEnded && !this.raw.destroyed;
  }

  /** The first event comes always: it says that the stream stands, and what was missed before it did. */
  begin(headers: Record<string, string>, missed: ShownTopic[]): void {
    this.raw.writeHead(200, headers);
    this.raw.socket?.setKeepAlive(true, 30_000);
    this.send(missed);
  }

  /** @returns whether a session of the user has ended since the last time: it may be this one. */
  tell(now: Partial<Versions>): boolean {
    // An answer that was asked for before this stream opened may be older than what it knows.
    const grown = TOPICS.filter((topic) => (now[topic] ?? 0) > this.told[topic]);
    for (const topic of grown) this.told[topic] = now[topic] ?? 0;
    const topics = SHOWN.filter((topic) => grown.includes(topic));
    if (topics.length) this.send(topics);
    return grown.includes('sessions');
  }

  /** Keeps what lies between from taking the connection for dead. */
  beat(): void {
    this.write(':\n\n');
  }

  end(): void {
    this.raw.end();
  }

  onClose(forget: () => void): void {
    this.raw.once('close', forget);
  }

  private send(topics: ShownTopic[]): void {
    this.write(`id: ${idOf(this.told)}\nevent: changed\ndata: ${JSON.stringify({ topics })}\n\n`);
  }

  private write(text: string): void {
    if (!this.isOpen) return;
    this.raw.write(text);
    if (this.raw.writableLength > MOST_UNREAD_BYTES) this.raw.destroy();
  }
}
