import type { News } from './queue';
import { cutOff, stopTimerAtClose, type RedisClient } from './redis-client';

/** Different news that wait while Redis does not answer. What does not fit is found at the next tick. */
const MOST_WAITING = 100;

/** Carries news between processes by publish and subscribe. Whoever does not listen at that moment misses it. */
export class Announcements {
  private readonly waiting = new Set<string>();
  private isSending = false;
  private ears?: RedisClient;

  constructor(
    private readonly client: RedisClient,
    private readonly channel: string,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Collects while one message is on its way, so that their number does not grow with the number of changes. */
  say({ account, topics }: News): void {
    if (this.waiting.size < MOST_WAITING) this.waiting.add(JSON.stringify({ account, topics }));
    if (!this.isSending) void this.send();
  }

  listen(hear: (news: News) => void): void {
    // Without `autoResubscribe`: nobody would take what its promise rejects with. `check` subscribes again.
    this.ears = this.client.duplicate({ maxRetriesPerRequest: null, autoResubscribe: false });
    stopTimerAtClose(this.ears);
    this.ears.on('error', this.onError);
    this.ears.on('ready', () => void this.check().catch(this.onError));
    this.ears.on('message', (_channel: string, message: string) => {
      for (const news of newsIn(message)) hear(news);
    });
  }

  /** Subscribes, again and again: the answer shows that the connection lives. */
  async check(): Promise<void> {
    if (this.ears?.status === 'ready') await this.ears.subscribe(this.channel);
  }

  end(): void {
    if (this.ears) cutOff(this.ears);
  }

  private async send(): Promise<void> {
    this.isSending = true;
    try {
      while (this.waiting.size > 0) {
        const message = `[${[...this.waiting].join()}]`;
        this.waiting.clear();
        await this.client.publish(this.channel, message);
      }
    } catch (error) {
      this.onError(error);
    } finally {
      this.isSending = false;
    }
  }
}

/** Others may write to the channel, too: what is not understood is ignored. */
function newsIn(message: string): News[] {
  try {
    const list = JSON.parse(message) as unknown;
    return Array.isArray(list) ? list.filter(isNews) : [];
  } catch {
    return [];
  }
}

function isNews(value: unknown): value is News {
  if (typeof value !== 'object' || value === null) return false;
  const { account, topics } = value as Record<string, unknown>;
  const isAccount = account === undefined || account === 'all' || Number.isSafeInteger(account);
  return isAccount && (topics === undefined || Array.isArray(topics));
}
