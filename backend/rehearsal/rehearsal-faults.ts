import { mkdirSync, readdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Clock } from '../common/time/clock';
import { ACCOUNT_ID } from './rehearsal-account';
import { ifPresent } from './rehearsal-store';

interface FaultFacts {
  title: string;
  /** The consequence, for the person who switches it on. */
  effect: string;
  charges?: number;
  lastsMs?: number;
}

export type Fault =
  'expired_token' | 'slow_processing' | 'rejected_video' | 'rate_limited' | 'lost_answer' | 'server_error';

/** The failures that can be rehearsed. Without `charges` or `lastsMs`, a failure stays on until it is switched off. */
export const FAULTS: Record<Fault, FaultFacts> = {
  expired_token: {
    title: 'Expired token',
    effect: 'Every call answers that the access token has expired, until you switch this off.',
  },
  slow_processing: {
    title: 'Slow processing',
    effect: 'Videos take 60 seconds to go live instead of 2, until you switch this off.',
  },
  rejected_video: {
    title: 'Rejected video',
    effect: 'The next video is accepted, then turned down while it is processed.',
    charges: 1,
  },
  rate_limited: {
    title: 'Rate limit',
    effect: 'For one minute every call answers that too many calls were made.',
    lastsMs: 60_000,
  },
  lost_answer: {
    title: 'Lost answer',
    effect: 'The next post does go live, but the connection breaks before the answer arrives.',
    charges: 1,
  },
  server_error: {
    title: 'Server errors',
    effect: 'The next three calls answer with a server error (500).',
    charges: 3,
  },
};

export interface FaultState {
  fault: Fault;
  on: boolean;
  /** Remaining charges, for a failure that has them. */
  left?: number;
  /** The end in ms since 1970, for a failure with a duration. */
  until?: number;
}

export const isFault = (name: string): name is Fault => Object.hasOwn(FAULTS, name);

/**
 * The switches: a folder per account with an empty file per charge (`server_error~2`, `rate_limited~<until>`). A charge
 * is spent by removing its file, which only one of two processes can do.
 */
export class RehearsalFaults {
  constructor(
    private readonly dir: string,
    private readonly clock: Clock = new Clock(),
  ) {}

  turn(account: string, fault: Fault, on: boolean): void {
    for (const name of this.charges(account, fault)) this.spend(account, name);
    if (!on) return;
    const facts = FAULTS[fault];
    mkdirSync(this.accountDir(account), { recursive: true });
    const suffixes = facts.lastsMs
      ? [this.clock.now() + facts.lastsMs]
      : Array.from({ length: facts.charges ?? 1 }, (_, index) => index + 1);
    for (const suffix of suffixes) writeFileSync(join(this.accountDir(account), `${fault}~${suffix}`), '');
  }

  /** Spends a charge. @returns whether there was one. */
  take(account: string, fault: Fault): boolean {
    return this.charges(account, fault).some((name) => this.spend(account, name));
  }

  /** @returns the state if the failure is on. Spends nothing. */
  active(account: string, fault: Fault): FaultState | undefined {
    const charges = this.charges(account, fault);
    if (charges.length === 0) return undefined;
    const facts = FAULTS[fault];
    if (facts.charges) return { fault, on: true, left: charges.length };
    if (!facts.lastsMs) return { fault, on: true };
    const until = Math.max(...charges.map((name) => Number(name.split('~')[1])));
    return until > this.clock.now() ? { fault, on: true, until } : undefined;
  }

  list(account: string): FaultState[] {
    const faults = Object.keys(FAULTS) as Fault[];
    return faults.map((fault) => this.active(account, fault) ?? { fault, on: false });
  }

  private charges(account: string, fault: Fault): string[] {
    const names = ifPresent(() => readdirSync(this.accountDir(account))) ?? [];
    return names.filter((name) => name.startsWith(`${fault}~`)).sort();
  }

  private spend(account: string, name: string): boolean {
    const path = join(this.accountDir(account), name);
    return ifPresent(() => (unlinkSync(path), true)) === true;
  }

  private accountDir(account: string): string {
    if (!ACCOUNT_ID.test(account)) throw new Error('an account id is digits');
    return join(this.dir, 'faults', account);
  }
}
