import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '../common/errors/errors';
import { Changes } from '../database/changes';
import { required } from '../database/database';
import { query, type Row } from '../database/tables';
import { CHANGED_ELSEWHERE } from './connection/account-adding';
import { AccountConnection, type Entered } from './connection/account-connection';
import type { ChangeAccountDto } from './account.dto';
import { ACCOUNT_TOPICS } from './accounts.service';
import { refusalOf, type PostingTime } from './posting-times';

/** Tries of one change. Each failed one means that another change of the user's accounts was through. */
const MOST_TRIES = 20;

/** Changes what users may choose about an account: whether it is the default, and when it posts. */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly connection: AccountConnection,
    private readonly changes: Changes,
  ) {}

  /**
   * All or nothing. The default mark moves without any post.
   * @throws DomainError 404; 422 for posting times that make no sense together; 409 while others keep changing the
   * user's accounts
   */
  async change(userId: number, id: number, wanted: ChangeAccountDto): Promise<void> {
    for (let n = 0; n < MOST_TRIES; n++) {
      const before = await this.connection.read(userId);
      const account = before.live.find((each) => each.id === id);
      if (!account) throw notFound('This account');
      if (await this.commit(before, account, wanted)) return;
    }
    throw conflict(CHANGED_ELSEWHERE);
  }

  private async commit(
    before: Entered,
    { id, posting, slots, network }: Row<'accounts'>,
    wanted: ChangeAccountDto,
  ): Promise<boolean> {
    const change = {
      upload_frequency: wanted.upload_frequency ?? undefined,
      photo_upload_frequency: wanted.photo_upload_frequency ?? undefined,
      posting: wanted.posting ?? undefined,
      slots: wanted.slots ? JSON.stringify(wanted.slots.map(({ day, time }) => ({ day, time }))) : undefined,
    };
    const times = JSON.parse(change.slots ?? slots ?? '[]') as PostingTime[];
    const refusal = refusalOf(change.posting ?? posting, times);
    if (refusal !== undefined) throw invalid({ slots: [refusal] });
    const isChanged = Object.values(change).some((value) => value !== undefined);
    const changing = query.updateTable('accounts').set(change).where('id', '=', id);
    const statements = [
      ...(isChanged ? [required(changing.where('removed_at', '=', 0))] : []),
      ...(wanted.is_default === 1 ? this.connection.preferring(before, [{ id, network }]) : []),
    ];
    if (statements.length === 0) return true;
    // Posting times are judged with the mode, and a default with the one before it, so both need the state that was
    // read.
    const done = await this.changes.commit([this.connection.saving(before), ...statements], {
      user: before.userId,
      topics: ACCOUNT_TOPICS,
      account: id,
    });
    return done !== null;
  }
}
