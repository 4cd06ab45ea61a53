import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { conflict, invalid } from '../../common/errors/errors';
import { SecretCipher } from '../../config/secret-cipher';
import { Changes, type Topic } from '../../database/changes';
import { textOf, type Statement } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query } from '../../database/tables';
import { Networks, type Access, type NetworkName } from '../../ports/networks/network';
import { POST_TOPICS } from '../../publishing/formats/lists';
import { CHANGED_ELSEWHERE } from '../connection/account-adding';
import {
  AccountConnection,
  NO_DRAFT,
  type Entered,
  type Given,
  type Saved,
} from '../connection/account-connection';
import { unrefused, type Unrefused } from '../connection/unrefused';
import { AccountPosts } from '../removal/account-posts';
import { AccountQuota } from '../account-quota';
import { AccountRemoval } from '../removal/account-removal';
import type { AccountRow } from '../turns/account-turns';
import { ACCOUNT_TOPICS, missingText, tokenContext } from '../accounts.service';
import { NO_TOKEN, type FacebookSettingsDto } from './facebook-settings.dto';
import { disconnects, targetOf, type SettingsTarget } from './settings-target';

/** Attempts at a save. One fails when another save is stored while the network is being asked. */
const MOST_TRIES = 5;

interface Change {
  statements: Statement[];
  /** Ids of the accounts to remove. */
  leaves: number[];
  /** Whether clients see different accounts afterwards. */
  shows: boolean;
}

/** Saves the settings that a user enters, after verifying them with the network. They are about the default accounts. */
@Injectable()
export class FacebookSettings {
  constructor(
    private readonly connection: AccountConnection,
    private readonly networks: Networks,
    private readonly cipher: SecretCipher,
    private readonly changes: Changes,
    private readonly accountPosts: AccountPosts,
    private readonly removal: AccountRemoval,
    private readonly quota: AccountQuota,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  /**
   * Concurrent saves are serialised: each one is judged by the state that the one before it left.
   *
   * @throws DomainError 422 on the field that the network refused, and beyond the plan's number of accounts; 409 while a
   * post on an account to be removed may be going public, or has nowhere to go; 404 once the user is being deleted.
   * Nothing is saved then.
   */
  async change(userId: number, settings: FacebookSettingsDto): Promise<void> {
    for (let n = 0; n < MOST_TRIES; n++) {
      const before = withFrequencies(await this.connection.readToConnect(userId), settings);
      const { statements, leaves, shows } = await this.changing(before, settings);
      const topics: Topic[] = shows ? [...ACCOUNT_TOPICS, ...POST_TOPICS] : [];
      const unit = [
        ...statements,
        this.connection.whileOpen(before),
        ...frequenciesOfDefaults(userId, settings),
      ];
      if (await this.changes.commit(unit, { user: userId, topics, account: 'all' })) {
        this.changes.wake({ account: 'all' });
        return;
      }
      const goingOut = await this.accountPosts.goingOut(leaves);
      if (goingOut !== undefined) throw conflict(goingOut);
    }
    throw conflict(CHANGED_ELSEWHERE);
  }

  private async changing(before: Entered, settings: FacebookSettingsDto): Promise<Change> {
    const { facebook, instagram } = before.defaults;
    const defaults = [facebook, instagram].filter((account) => account !== undefined);
    if (disconnects(before, settings))
      return this.leaving(before, defaults, this.connection.saving(before, NO_DRAFT));
    const target = targetOf(before, settings);
    if (target.isUnchanged) return { statements: [this.connection.saving(before)], leaves: [], shows: false };
    const given = settings.access_token || null;
    const { pageId, instagramId } = target;
    const source = given ? { token: given, isNew: true } : this.sourceFor(before, target);
    // The Page stays, but its token was taken back or cannot be opened.
    if (target.page && asksAny(target) && !source) throw invalid({ access_token: [NO_TOKEN] });
    if (pageId ? asksAny(target) && !source : given !== null || target.asksInstagram) {
      if (given) await this.refuseBadToken(given);
      const draft = { ...this.givenOf(before, target, given, given), pageId, instagramId };
      return this.leaving(before, pageId ? defaults : target.leaves, this.connection.saving(before, draft));
    }
    const change = await this.leaving(before, target.leaves, this.connection.saving(before, NO_DRAFT));
    const connecting = await this.asked(before, target, given, source);
    const preferred = [target.page, target.instagram].filter((account) => account !== undefined);
    return {
      ...change,
      statements: [...change.statements, ...connecting, ...this.connection.preferring(before, preferred)],
      shows: true,
    };
  }

  /** Asks the network about what is new. @returns the statements that store it */
  private async asked(
    before: Entered,
    target: SettingsTarget,
    given: string | null,
    source: { token: string; isNew: boolean } | null,
  ): Promise<Statement[]> {
    const { pageId, instagramId, page, instagram, asksPage, asksInstagram } = target;
    if (!pageId || !source || !asksAny(target)) return [];
    const access = { ...source, pageId, instagramId: asksInstagram ? instagramId : null };
    const verification = unrefused(await this.networks.verify(access));
    const isAdded = [
      asksPage && !page && !before.defaults.facebook,
      asksInstagram && !instagram && !before.defaults.instagram,
    ];
    const adds = isAdded.filter(Boolean).length;
    await this.quota.admit(before.userId, { has: before.live.length - target.leaves.length, adds });
    const kept = verification.kind === 'good' && source.isNew ? verification.given : given;
    return this.connecting(before, target, access, verification, this.givenOf(before, target, given, kept));
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
  private givenOf(
    { userId, given: ofDefault }: Entered,
    { page }: SettingsTarget,
    given: string | null,
    kept: string | null,
  ): Given {
    const before = page ? { sealed: page.given_token, last4: page.given_token_last4 } : ofDefault;
    return {
      sealed: kept ? this.cipher.encrypt(kept, tokenContext(userId)) : before.sealed,
      last4: given ? given.slice(-4) : before.last4,
    };
  }

  /**
   * Removes accounts. Where another account of the network remains, which becomes the default, no post may be left;
   * otherwise the posts wait for the next account.
   */
  private async leaving(before: Entered, accounts: AccountRow[], saving: Statement): Promise<Change> {
    const ids = accounts.map(({ id }) => id);
    const removing = await this.removal.removingDefaults(before, accounts);
    return { statements: [saving, ...removing], leaves: ids, shows: ids.length > 0 };
  }

  /** Stores both accounts. A post that holds one keeps it. */
  private connecting(
    before: Entered,
    { page, instagram, asksPage, asksInstagram }: SettingsTarget,
    { token: asked, pageId, instagramId }: Access,
    verification: Unrefused,
    given: Given,
  ): Statement[] {
    const { userId } = before;
    const good = verification.kind === 'good' ? verification : null;
    const token = this.cipher.encrypt(good?.page.token ?? asked, tokenContext(userId));
    const keep = (network: NetworkName, account: Pick<Saved, 'remote_id' | 'page_remote_id' | 'name'>) => {
      const saved: Saved = {
        ...account,
        token,
        given_token: given.sealed,
        given_token_last4: given.last4,
        meta_user_id: good?.personId ?? null,
        verified_at: good ? this.clock.now() : null,
        expires_at: good?.expiresAt ?? null,
        data_access_expires_at: good?.dataAccessExpiresAt ?? null,
        missing_permissions: missingText(good?.missing[network]),
      };
      const current = (network === 'facebook' ? page : instagram) ?? before.defaults[network];
      return current
        ? this.connection.reconnecting(current, saved)
        : this.connection.adding(before, network, saved);
    };
    return [
      // An account that was verified before stays so when another setting is saved while the network is unreachable.
      ...(page && !asksPage && !good
        ? [replacingToken(page, token)]
        : keep('facebook', { remote_id: pageId, page_remote_id: null, name: good?.page.name ?? null })),
      ...(asksInstagram && instagramId
        ? keep('instagram', {
            remote_id: instagramId,
            page_remote_id: pageId,
            name: good?.instagram?.name ?? null,
          })
        : []),
    ];
  }

  /**
   * The token to verify with. For an account that there is, the one that publishes, which may outlive the user token that
   * it came from; for another Page, the user's token.
   */
  private sourceFor(before: Entered, { page }: SettingsTarget): { token: string; isNew: boolean } | null {
    const opened = (sealed: string | null | undefined) =>
      sealed ? this.cipher.decrypt(sealed, tokenContext(before.userId)) : null;
    const publishing = opened(page?.token);
    if (publishing) return { token: publishing, isNew: false };
    const token = opened(page ? page.given_token : before.given.sealed);
    return token ? { token, isNew: true } : null;
  }
}

const asksAny = ({ asksPage, asksInstagram }: SettingsTarget): boolean => asksPage || asksInstagram;

/** Gives the accounts that share the Page's token the same sealed text, which identifies it. */
const replacingToken = ({ user_id, token: before }: AccountRow, token: string): Statement =>
  textOf(
    query
      .updateTable('accounts')
      .set({ token })
      .where('user_id', '=', user_id)
      .where('token', '=', before ?? ''),
  );

/** Last in its unit, when it is known which accounts are the defaults. */
function frequenciesOfDefaults(
  userId: number,
  { upload_frequency, photo_upload_frequency }: FacebookSettingsDto,
): Statement[] {
  const change = {
    upload_frequency: upload_frequency ?? undefined,
    photo_upload_frequency: photo_upload_frequency ?? undefined,
  };
  if (change.upload_frequency === undefined && change.photo_upload_frequency === undefined) return [];
  const defaults = query.updateTable('accounts').set(change).where('user_id', '=', userId);
  return [textOf(defaults.where('is_default', '=', 1))];
}

const withFrequencies = (before: Entered, settings: FacebookSettingsDto): Entered => ({
  ...before,
  frequencies: {
    upload_frequency: settings.upload_frequency ?? before.frequencies.upload_frequency,
    photo_upload_frequency: settings.photo_upload_frequency ?? before.frequencies.photo_upload_frequency,
  },
});
