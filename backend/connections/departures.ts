import { Injectable } from '@nestjs/common';
import type { Statement } from '../database/database';
import type { NetworkName } from '../ports/networks/network';

/** What has to be done with a user's posts before their accounts are let go of; of those who keep the posts. */
export interface Departure {
  /** The last one is required: it fails while a post may just be going public. They come after the accounts are gone. */
  leaving(userId: number, networks: readonly NetworkName[]): Statement[];
  /** Whether a post may just be going public on one of them. */
  mayBePublishing(userId: number, networks: readonly NetworkName[]): Promise<boolean>;
}

export const GOING_PUBLIC =
  'A post is just being made public there. Try again when it is published, or has failed.';

/** Lets go of accounts, unless a post of theirs may just be going public: that one has to be read back first. */
@Injectable()
export class Departures {
  private readonly rules: Departure[] = [];

  include(rule: Departure): void {
    this.rules.push(rule);
  }

  /** The accounts go first: whoever claims a post later finds none. */
  leaving(userId: number, networks: readonly NetworkName[]): Statement[] {
    return [
      ...networks.map((network) => ({
        sql: 'DELETE FROM connections WHERE user_id = ? AND network = ?',
        params: [userId, network],
      })),
      ...this.rules.flatMap((rule) => rule.leaving(userId, networks)),
    ];
  }

  async mayBePublishing(userId: number, networks: readonly NetworkName[]): Promise<boolean> {
    for (const rule of this.rules) if (await rule.mayBePublishing(userId, networks)) return true;
    return false;
  }
}
