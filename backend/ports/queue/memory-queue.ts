import { Queue } from './queue';

/** A queue in this process: first come, first served, each account once. */
export class MemoryQueue extends Queue {
  private readonly line = new Set<number>();
  private readonly running = new Map<number, Promise<void>>();
  private work?: (accountId: number) => Promise<void>;
  private width = 0;
  private draining = false;

  override wake(accountId: number): void {
    if (this.draining || this.running.has(accountId)) return;
    this.line.add(accountId);
    this.fill();
  }

  /** It remembers no account that is neither in line nor at work here. */
  override stillInLine(): void {
    return undefined;
  }

  override serve(work: (accountId: number) => Promise<void>, width: number): void {
    this.work = work;
    this.width = width;
    this.fill();
  }

  /** Nobody hears it. Other processes find the change at their next tick. */
  override announce(): void {
    return undefined;
  }

  override onAnnounced(): void {
    return undefined;
  }

  override get free(): number {
    return Math.max(0, this.width - this.running.size - this.line.size);
  }

  override get isShared(): boolean {
    return false;
  }

  override get health(): 'ok' {
    return 'ok';
  }

  override async drain(): Promise<void> {
    this.draining = true;
    this.line.clear();
    await Promise.allSettled(this.running.values());
  }

  /** Whether the account is in line or at work. */
  has(accountId: number): boolean {
    return this.line.has(accountId) || this.running.has(accountId);
  }

  private fill(): void {
    for (const accountId of this.line) {
      if (!this.work || this.running.size >= this.width) return;
      this.line.delete(accountId);
      const task = this.work(accountId).finally(() => {
        this.running.delete(accountId);
        this.fill();
      });
      this.running.set(accountId, task);
    }
  }
}
