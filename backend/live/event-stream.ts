import type { ServerResponse } from 'node:http';
import type { Caller } from '../common/http/caller.decorator';
import { whenOver } from '../common/http/when-over';
import { TOPICS, type Versions } from '../users/change-counters';
import { idOf, SHOWN, type ShownTopic } from './events.view';

/** Unread bytes after which the client counts as gone. */
const MOST_UNREAD_BYTES = 64 * 1024;

/** Time in which the client takes the end. */
const MOST_ENDING_MS = 5_000;

/** One tab that listens: an open response in the format of server-sent events. */
export class EventStream {
  constructor(
    readonly caller: Caller,
    private readonly told: Versions,
    private readonly raw: ServerResponse,
  ) {}

  get isOpen(): boolean {
    return !this.raw.writableEnded && !this.raw.destroyed && !this.raw.req.socket.destroyed;
  }

  /** Always sends a first event: it says that the stream is open, and what was missed before. */
  begin(headers: Record<string, string>, missed: ShownTopic[]): void {
    this.raw.writeHead(200, headers);
    this.raw.socket?.setKeepAlive(true, 30_000);
    this.send(missed);
  }

  /** @returns whether a session of the user has ended since the last call: it may be this one. */
  tell(now: Partial<Versions>): boolean {
    // A query that began before this stream opened may return older versions than the stream knows.
    const grown = TOPICS.filter((topic) => (now[topic] ?? 0) > this.told[topic]);
    for (const topic of grown) this.told[topic] = now[topic] ?? 0;
    const topics = SHOWN.filter((topic) => grown.includes(topic));
    if (topics.length) this.send(topics);
    return grown.includes('sessions');
  }

  /** Keeps proxies from treating the connection as dead. */
  beat(): void {
    this.write(':\n\n');
  }

  /** Also ends the connection if the client reads neither this nor what comes before it there. */
  end(): void {
    if (!this.isOpen) return;
    const timer = setTimeout(() => this.raw.req.socket.destroy(), MOST_ENDING_MS).unref();
    whenOver(this.raw, () => clearTimeout(timer));
    this.raw.end();
  }

  onClose(forget: () => void): void {
    whenOver(this.raw, forget);
  }

  private send(topics: ShownTopic[]): void {
    const id = idOf(this.told);
    this.write(`id: ${id}\nevent: changed\ndata: ${JSON.stringify({ id, topics })}\n\n`);
  }

  private write(text: string): void {
    if (!this.isOpen) return;
    this.raw.write(text);
    if (this.raw.writableLength > MOST_UNREAD_BYTES) this.raw.destroy();
  }
}
