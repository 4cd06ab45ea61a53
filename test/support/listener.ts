import type { Client } from './client';
import { eventually } from './client';

interface Told {
  id: string;
  topics: string[];
  data: unknown;
  at: number;
}

/** Reads `GET /api/events` as a tab does. */
export class Listener {
  readonly events: Told[] = [];
  comments = 0;
  ended = false;
  private heard = 0;

  private constructor(
    readonly response: Response,
    private readonly leaving: AbortController,
  ) {}

  static async open(client: Client, lastEventId?: string): Promise<Listener> {
    const headers = {
      authorization: `Bearer ${client.token ?? ''}`,
      accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    };
    const leaving = new AbortController();
    const response = await fetch(`${client.url}/api/events`, { headers, signal: leaving.signal });
    const listener = new Listener(response, leaving);
    if (response.ok) void listener.read();
    return listener;
  }

  leave(): void {
    this.leaving.abort();
  }

  get lastId(): string | undefined {
    return this.events.at(-1)?.id;
  }

  /** All topics that were told since it was opened. */
  get topics(): string[] {
    return [...new Set(this.events.flatMap(({ topics }) => topics))].sort();
  }

  /** Once the stream stands: its first event has come. */
  async standing(): Promise<this> {
    await eventually(
      () => Promise.resolve({ events: this.events.length, status: this.response.status, ended: this.ended }),
      ({ events }) => events > 0,
    );
    return this;
  }

  /** Of each event once: what was told before the answer to the call that caused it counts as well. */
  async hears(topic: string, withinMs?: number): Promise<Told> {
    const isIt = (told: Told, n: number) => n >= this.heard && told.topics.includes(topic);
    await eventually(
      () => Promise.resolve(this.events.slice(this.heard).map(({ topics }) => topics)),
      () => this.events.some(isIt),
      withinMs,
    );
    const at = this.events.findIndex(isIt);
    this.heard = at + 1;
    return this.events[at]!;
  }

  async ends(withinMs?: number): Promise<void> {
    await eventually(
      () => Promise.resolve(this.ended),
      (ended) => ended,
      withinMs,
    );
  }

  private async read(): Promise<void> {
    let rest = '';
    try {
      const decoder = new TextDecoder();
      for await (const chunk of this.response.body as unknown as AsyncIterable<Uint8Array>) {
        rest += decoder.decode(chunk, { stream: true });
        const blocks = rest.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.take(block);
      }
    } catch {
      // Cut off, by either side.
    }
    this.ended = true;
  }

  private take(block: string): void {
    if (block.startsWith(':')) this.comments++;
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    const data = field('data');
    if (field('event') !== 'changed' || !data) return;
    const told = JSON.parse(data);
    this.events.push({ id: field('id') ?? '', topics: told.topics, data: told, at: Date.now() });
  }
}
