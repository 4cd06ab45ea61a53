import { randomUUID } from 'node:crypto';
import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '../../common/time/clock';
import { Config } from '../../config/config';
import { SecretCipher } from '../../config/secret-cipher';
import { Changes } from '../../database/changes';
import { Database, required } from '../../database/database';
import { DatabaseTime } from '../../database/database-time';
import { query, type Row } from '../../database/tables';
import { squarePicture } from '../../media/pictures/square-picture';
import { Networks } from '../../ports/networks/network';
import { newKey } from '../../ports/storage/media-key';
import { Storage } from '../../ports/storage/storage';
import { maySend } from '../turns/account-turns';
import { tokenContext } from '../accounts.service';

const A_MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Read together. Each takes a network some seconds at most. */
const AT_ONCE = 20;

/** A round takes no more accounts after this: what is due then is the next one's. */
const ROUND_MS = 50_000;

type Account = Row<'accounts'>;

/** Keeps a small copy of each account's picture, looked for when it is connected and then daily. Nobody waits for it. */
@Injectable()
export class AccountPictures implements BeforeApplicationShutdown {
  private readonly log = new Logger('AccountPictures');
  private running?: Promise<void>;
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly networks: Networks,
    private readonly storage: Storage,
    private readonly cipher: SecretCipher,
    private readonly changes: Changes,
    private readonly config: Config,
    @Inject(DatabaseTime) private readonly clock: Clock,
  ) {}

  @Interval(A_MINUTE_MS)
  async tick(): Promise<void> {
    if (this.config.role !== 'api') await this.round();
  }

  beforeApplicationShutdown(): void {
    this.stopped = true;
  }

  /** @returns once the accounts that are due were looked at. */
  round(): Promise<void> {
    return (this.running ??= this.work().finally(() => (this.running = undefined)));
  }

  /** Deletes the picture of an account. @throws StorageAway */
  async forget({ id, picture_key: key }: Pick<Account, 'id' | 'picture_key'>): Promise<void> {
    if (key === null) return;
    await this.storage.delete(key);
    await this.db.run(
      query
        .updateTable('accounts')
        .set({ picture_key: null })
        .where('id', '=', id)
        .where('picture_key', '=', key),
    );
  }

  private async work(): Promise<void> {
    const begunAt = this.clock.steady();
    const isOver = () => this.stopped || this.clock.steady() - begunAt > ROUND_MS;
    try {
      const due = query.selectFrom('accounts').selectAll().where('picture_due_at', '<=', this.clock.now());
      const next = due.orderBy('picture_due_at').limit(AT_ONCE);
      for (let accounts; !isOver() && (accounts = await this.db.rows(next)).length > 0;)
        for (const account of accounts)
          if (!isOver() && (await this.claim(account))) await this.look(account);
    } catch (error) {
      this.log.error(
        { err: error },
        "accounts' pictures could not be looked for; the next try is in a minute",
      );
    }
  }

  /** One process looks: it moves the instant, so that the others find nothing due. */
  private async claim({ id, picture_due_at: seen }: Account): Promise<boolean> {
    const claiming = query.updateTable('accounts').set({ picture_due_at: this.clock.now() + DAY_MS });
    return (await this.db.run(claiming.where('id', '=', id).where('picture_due_at', '=', seen))) === 1;
  }

  /** Without a token it is removed, or its person wants nothing kept. What fails is tried again a day later. */
  private async look(account: Account): Promise<void> {
    try {
      if (account.token === null) await this.end(account);
      else if (maySend(account, this.clock.now())) await this.refresh(account, account.token);
    } catch (error) {
      this.log.warn({ err: error, account: account.id }, 'the picture of an account could not be kept');
    }
  }

  private async end(account: Account): Promise<void> {
    await this.forget(account);
    const ending = query.updateTable('accounts').set({ picture_due_at: null });
    await this.db.run(ending.where('id', '=', account.id).where('token', 'is', null));
  }

  private async refresh(account: Account, sealed: string): Promise<void> {
    const { user_id, network, remote_id: accountId, picture_key: before } = account;
    const token = this.cipher.decrypt(sealed, tokenContext(user_id));
    if (token === null) return;
    const found = await this.networks.picture(network, { accountId, token });
    const picture = found && (await squarePicture(found));
    if (!picture || (before !== null && (await this.isStored(before, picture)))) return;
    const key = await this.store(picture);
    if (await this.name(account, sealed, key)) {
      if (before !== null) await this.storage.delete(before);
    } else await this.storage.delete(key);
  }

  private async isStored(key: string, picture: Buffer): Promise<boolean> {
    const file = await this.storage.stat(key);
    return file?.sizeBytes === picture.length && (await buffer(await this.storage.open(key))).equals(picture);
  }

  /** A file that no row names, after a kill, is swept. */
  private async store(picture: Buffer): Promise<string> {
    await this.storage.prepare();
    const key = newKey('jpg');
    const path = join(this.storage.incomingDir, randomUUID());
    try {
      await writeFile(path, picture, { mode: 0o600, flush: true });
      await this.storage.put(path, key);
    } finally {
      // Still there only if it was not stored.
      await unlink(path).catch(() => undefined);
    }
    return key;
  }

  /** @returns false if the account was removed, or connected anew, meanwhile. */
  private async name({ id, user_id, picture_key }: Account, sealed: string, key: string): Promise<boolean> {
    const naming = query
      .updateTable('accounts')
      .set({ picture_key: key })
      .where('id', '=', id)
      .where('token', '=', sealed)
      .where('picture_key', picture_key === null ? 'is' : '=', picture_key);
    return (await this.changes.commit([required(naming)], { user: user_id, topics: ['accounts'] })) !== null;
  }
}
