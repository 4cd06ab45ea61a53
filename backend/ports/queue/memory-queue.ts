import { Queue } from './queue';

/** A queue in this process: first come, first served, each id once. */
export class MemoryQueue extends Queue {
  private readonly line = new Set<number>();
  private readonly running = new Map<number, Promise<void>>();
  private work?: (postId: number) => Promise<void>;
  private width = 0;
  private draining = false;

  override wake(postId: number): void {
    if (this.draining || this.running.has(postId)) return;
    this.line.add(postId);
    this.fill();
  }

  override serve(work: (postId: number) => Promise<void>, width: number): void {
    this.work = work;
    this.width = width;
    this.fill();
  }

  override get free(): number {
    return Math.max(0, this.width - this.running.size - this.line.size);
  }

  override async drain(): Promise<void> {
    this.draining = true;
    this.line.clear();
    await Promise.allSettled(this.running.values());
  }

  private fill(): void {
    for (const postId of this.line) {
      if (!this.work || this.running.size >= this.width) return;
      this.line.delete(postId);
      const task = this.work(postId).finally(() => {
        this.running.delete(postId);
        this.fill();
      });
      this.running.set(postId, task);
    }
  }
}
