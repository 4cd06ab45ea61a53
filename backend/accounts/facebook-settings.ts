import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { conflict, invalid } from '../common/errors';
import { SecretCipher } from '../config/secret-cipher';
import { Changes, type Topic } from '../database/changes';
import { required, textOf, type Statement } from '../database/database';
import { DatabaseTime } from '../database/database-time';
import { query, type NewRow } from '../database/tables';
import {
  Networks,
  NETWORKS,
  type Access,
  type NetworkName,
  type Verification,
} from '../ports/networks/network';
import { POST_TOPICS } from '../publishing/formats/lists';
import { AccountConnection, type Entered, type Given } from './account-connection';
import { missingText, tokenContext } from './accounts.service';
import { AccountPosts, GOING_PUBLIC } from './account-posts';
import type { FacebookSettingsDto } from './facebook-settings.dto';

/** Attempts at a save. One fails when another save is stored while the network is being asked. */
const MOST_TRIES = 5;

/** Settings that do not form an account yet. */
type Draft = Given & { pageId: string | null; instagramId: string | null };

interface Change {
  statements: Statement[];
  /** Ids of the accounts to remove. */
  leaves: number[];
  /** Whether clients see different accounts afterwards. */
  shows: boolean;
}

type Unrefused = Exclude<Verification, { kind: 'refused' }>;

/** Columns that come from the network's answer about an account. */
type Verified = Pick<
  NewRow<'accounts'>,
  'remote_id' | 'name' | 'token' | 'verified_at' | 'expires_at' | 'missing_permissions'
>;

/** Saves the settings that a user enters, after verifying them with the network. */
@Injectable()
export class FacebookSettings {
  constructor(
    private readonly connection: AccountConnection,
    private readonly networks: Networks,
    private readonly cipher: SecretCipher,
    private readonly changes: Changes,
    private readonly accountPosts: AccountPosts,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * Concurrent saves are serialised: each one is judged by the state that the one before it left.
   *
   * @throws DomainError 422 on the field that the network refused; 409 while a post on an account to be removed may be
   * going public. Nothing is saved then.
   */
  async change(userId: number, settings: FacebookSettingsDto): Promise<void> {
    for (let n = 0; n < MOST_TRIES; n++) {
      const before = withFrequencies(await this.connection.read(userId), settings);
      const { statements, leaves, shows } = await this.changing(before, settings);
      const topics: Topic[] = shows ? ['connections', ...POST_TOPICS] : [];
      if (await this.changes.commit(statements, { user: userId, topics, account: 'all' })) {
        this.changes.wake({ account: 'all' });
        return;
      }
      if (await this.accountPosts.mayBePublishing(leaves)) throw conflict(GOING_PUBLIC);
    }
    throw conflict('These settings are being changed elsewhere just now. Look at them, then save again.');
  }

  private async changing(before: Entered, settings: FacebookSettingsDto): Promise<Change> {
    if (disconnects(before, settings))
      return this.leaving(before, NETWORKS, this.saving(before, settings, EMPTY));
    const pageId = settings.page_id === undefined ? before.pageId : settings.page_id || null;
    const instagramId =
      settings.instagram_page_id === undefined ? before.instagramId : settings.instagram_page_id || null;
    const given = settings.access_token || null;
    const samePage = pageId === before.pageId;
    if (!given && samePage && instagramId === before.instagramId)
      return { statements: this.saving(before, settings), leaves: [], shows: false };
    const source = given ? { token: given, isNew: true } : this.sourceFor(before, samePage);
    if (!source || !pageId) {
      if (given) await this.refuseBadToken(given);
      const draft = { ...this.givenOf(before, given, given), pageId, instagramId };
      return this.leaving(before, NETWORKS, this.saving(before, settings, draft));
    }
    const leaves: NetworkName[] = before.instagramId && !instagramId ? ['instagram'] : [];
    if (!given && samePage && !instagramId)
      return this.leaving(before, leaves, this.saving(before, settings));
    const access = { ...source, pageId, instagramId };
    const verification = await this.networks.verify(access);
    if (verification.kind === 'refused') throw invalid({ [verification.field]: [verification.reason] });
    const kept = verification.kind === 'good' && source.isNew ? verification.given : given;
    const change = this.leaving(before, leaves, this.saving(before, settings, EMPTY));
    const connecting = this.connecting(before, access, verification, {
      given: this.givenOf(before, given, kept),
      knowsPage: !given && samePage,
    });
    return { ...change, statements: [...change.statements, ...connecting], shows: true };
  }

  /**
   * For a token that is entered before its Page is known.
   *
   * @throws DomainError 422 if the network refuses it
   */
  private async refuseBadToken(token: string): Promise<void> {
    const inspection = await this.networks.inspect(token);
    if (inspection.kind === 'refused') throw invalid({ access_token: [inspection.reason] });
  }

  /** @param kept the token to store for `given`: it may have been exchanged for a longer-lived one */
  private givenOf({ userId, given: before }: Entered, given: string | null, kept: string | null): Given {
    return {
      sealed: kept ? this.cipher.encrypt(kept, tokenContext(userId)) : before.sealed,
      last4: given ? given.slice(-4) : before.last4,
    };
  }

  private leaving(before: Entered, networks: readonly NetworkName[], saving: Statement[]): Change {
    const leaves = networks.flatMap((network) => before.defaults[network]?.id ?? []);
    const statements = [...saving, ...this.accountPosts.leaving(before.userId, leaves)];
    return { statements, leaves, shows: leaves.length > 0 };
  }

  /** Succeeds only on the state that it was derived from. The frequencies also apply to the default accounts. */
  private saving(
    { userId, saves, frequencies }: Entered,
    { upload_frequency, photo_upload_frequency }: FacebookSettingsDto,
    draft?: Draft,
  ): Statement[] {
    const entered = query
      .updateTable('account_settings')
      .set((row) => ({
        saves: row('saves', '+', 1),
        ...frequencies,
        ...(draft && {
          access_token: draft.sealed,
          access_token_last4: draft.last4,
          page_id: draft.pageId,
          instagram_page_id: draft.instagramId,
        }),
      }))
      .where('user_id', '=', userId)
      .where('saves', '=', saves);
    const isGiven = (upload_frequency ?? photo_upload_frequency ?? null) !== null;
    const ofDefaults = query
      .updateTable('accounts')
      .set({
        upload_frequency: upload_frequency ?? undefined,
        photo_upload_frequency: photo_upload_frequency ?? undefined,
      })
      .where('user_id', '=', userId)
      .where('is_default', '=', 1);
    return [required(entered), ...(isGiven ? [textOf(ofDefaults)] : [])];
  }

  /**
   * Stores both accounts. A post that holds one keeps it. @param knowsPage whether the Page and its token were saved
   * before
   */
  private connecting(
    before: Entered,
    { token: given, pageId, instagramId }: Access,
    verification: Unrefused,
    { given: kept, knowsPage }: { given: Given; knowsPage: boolean },
  ): Statement[] {
    const { userId } = before;
    const good = verification.kind === 'good' ? verification : null;
    const token = this.cipher.encrypt(good?.page.token ?? given, tokenContext(userId));
    const verifiedAs = (network: NetworkName, remoteId: string, name: string | null): Verified => ({
      remote_id: remoteId,
      name,
      token,
      verified_at: good ? this.clock.now() : null,
      expires_at: good?.expiresAt ?? null,
      missing_permissions: missingText(good?.missing[network]),
    });
    const keep = (network: NetworkName, verified: Verified, pageRemoteId: string | null) =>
      this.connection.connecting(before, network, { ...verified, page_remote_id: pageRemoteId }, kept);
    const page = verifiedAs('facebook', pageId, good?.page.name ?? null);
    const instagram = instagramId && verifiedAs('instagram', instagramId, good?.instagram?.name ?? null);
    return [
      // An account that was verified before stays so when another setting is saved while the network is unreachable.
      ...(!good && knowsPage
        ? [this.connection.replacingToken(userId, token)]
        : keep('facebook', page, null)),
      ...(instagram ? keep('instagram', instagram, pageId) : []),
    ];
  }

  /**
   * The token to verify with. For the same Page, the one that publishes, which may outlive the user token that it came
   * from; for another Page, the user's token.
   */
  private sourceFor(before: Entered, samePage: boolean): { token: string; isNew: boolean } | null {
    const opened = (sealed: string | null | undefined) =>
      sealed ? this.cipher.decrypt(sealed, tokenContext(before.userId)) : null;
    const publishing = samePage ? opened(before.defaults.facebook?.token) : null;
    if (publishing) return { token: publishing, isNew: false };
    const token = opened(before.given.sealed);
    return token ? { token, isNew: true } : null;
  }
}

const EMPTY: Draft = { sealed: null, last4: null, pageId: null, instagramId: null };

/** Whether the Page was cleared. A first token may be saved before its Page is known. */
function disconnects({ pageId, given }: Entered, { page_id, access_token }: FacebookSettingsDto): boolean {
  if (page_id === undefined || page_id) return false;
  return pageId !== null || (given.sealed !== null && !access_token);
}

const withFrequencies = (before: Entered, settings: FacebookSettingsDto): Entered => ({
  ...before,
  frequencies: {
    upload_frequency: settings.upload_frequency ?? before.frequencies.upload_frequency,
    photo_upload_frequency: settings.photo_upload_frequency ?? before.frequencies.photo_upload_frequency,
  },
});
