import { ConnectionChecks } from '../../backend/connections/connection-checks';
import type { ConnectionsView } from '../../backend/connections/connection.view';
import { ConnectionsService } from '../../backend/connections/connections.service';
import { Database } from '../../backend/database/database';
import { Sealer } from '../../backend/config/sealer';
import { Networks } from '../../backend/ports/networks/network';
import { MetaNetworks } from '../../backend/ports/networks/meta/meta-networks';
import { failedPrivately, mayBePublic } from '../../backend/ports/networks/meta/outcomes';
import { Settlement } from '../../backend/publishing/settlement';
import type { Replacements } from './services';

/* Faults that the product once had, as they were: each must be found again by itself. */

/** What a look at the connection brings is written whatever was saved meanwhile. */
class HastyChecks extends ConnectionChecks {
  override async check(userId: number): Promise<ConnectionsView> {
    const { db, networks, sealer, connections } = this as unknown as {
      db: Database;
      networks: Networks;
      sealer: Sealer;
      connections: ConnectionsService;
    };
    const facebook = await connections.credentials(userId, 'facebook');
    if (!facebook?.token) return connections.view(userId);
    const instagram = await connections.credentials(userId, 'instagram');
    const asked = {
      token: facebook.token,
      pageId: facebook.accountId,
      instagramId: instagram?.accountId ?? null,
    };
    const verification = await networks.verify(asked);
    if (verification.kind === 'good') {
      const token = sealer.seal(verification.page.token, `users:${userId}:access_token`);
      await db.run(
        "UPDATE connections SET account_id = ?, token = ? WHERE user_id = ? AND network = 'facebook'",
        [asked.pageId, token, userId],
      );
    }
    return connections.view(userId);
  }
}

export const AFTER_A_CHECK: Replacements = new Map([[ConnectionChecks, HastyChecks]]);

/** What is thrown counts as nothing: the lease runs out, and the same is tried for ever. */
class PatientSettlement extends Settlement {
  override interrupted(): Promise<boolean> {
    return Promise.resolve(true);
  }

  override abandon(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

export const TRIED_FOR_EVER: Replacements = new Map([[Settlement, PatientSettlement]]);

/** A repeated public call that is refused ends the session, and the next try opens another one. */
export function forgetAfterRefusal(networks: MetaNetworks): void {
  const { post } = networks as unknown as { post: { repeatFailed: unknown } };
  post.repeatFailed = async (
    job: { ledger: { finish: (...args: unknown[]) => Promise<void> } },
    receipt: number,
    answer: Parameters<typeof mayBePublic>[0],
    intent: Parameters<typeof failedPrivately>[1] & object,
  ) => {
    const { intentAt: _, ...handle } = intent;
    const outcome = mayBePublic(answer) ? 'unknown' : 'failed';
    await job.ledger.finish(receipt, { outcome, remoteId: intent.remoteId }, handle);
    return failedPrivately(answer, handle, Date.now());
  };
}
