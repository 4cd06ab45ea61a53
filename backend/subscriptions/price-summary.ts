import { Injectable } from '@nestjs/common';
import { Clock } from '../common/time/clock';
import { PlansService } from './plans.service';
import type { PlanView } from './subscription.view';

const KNOWN_FOR_MS = 60_000;
const CHEAPEST = { dialect: 'all', offset: 0, limit: 1, page: 1, sort: null, filter: {} } as const;

/** The sentence about prices on the landing page: the cheapest plan. */
@Injectable()
export class PriceSummary {
  private text: string | null = null;
  /** By the steady clock: the other may be set back. */
  private readAt = -Infinity;

  constructor(
    private readonly plans: PlansService,
    private readonly clock: Clock,
  ) {}

  /** The value read last: the page does not wait for the database. */
  current(): string | null {
    if (this.clock.steady() - this.readAt > KNOWN_FOR_MS) void this.read().catch(() => undefined);
    return this.text;
  }

  async read(): Promise<void> {
    this.readAt = this.clock.steady();
    const { rows } = await this.plans.list(CHEAPEST);
    this.text = rows[0] ? priceLine(rows[0]) : null;
  }
}

export function priceLine({ price, duration_days: days }: Pick<PlanView, 'price' | 'duration_days'>): string {
  if (price === 0) return 'There is a free plan.';
  const rupees = price.toLocaleString('en-IN', { minimumFractionDigits: price % 1 ? 2 : 0 });
  return `Plans from ₹${rupees} ${days === 30 ? 'a month' : `for ${days} days`}.`;
}
