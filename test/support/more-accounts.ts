import { tokenContext } from '../../backend/accounts/accounts.service';
import { SecretCipher } from '../../backend/config/secret-cipher';
import { Database } from '../../backend/database/database';
import type { NewRow } from '../../backend/database/tables';

interface Services {
  get<T>(token: abstract new (...args: never[]) => T): T;
}

type Columns = Omit<NewRow<'accounts'>, 'id' | 'user_id' | 'network' | 'remote_id' | 'token'>;

/** Another account of a user beside the defaults. @returns its id. */
export function addAccount(
  services: Services,
  userId: number,
  { network = 'facebook', id, token = `EAAB_${id}`, ...columns }: NewAccount,
): Promise<number> {
  const sealed = services.get(SecretCipher).encrypt(token, tokenContext(userId));
  const now = Date.now();
  return services.get(Database).insert('accounts', {
    verified_at: now,
    next_check_at: now + 86_400_000,
    next_due_at: now,
    auto_due_at: now,
    name: `Account ${id}`,
    ...columns,
    user_id: userId,
    network,
    remote_id: id,
    token: sealed,
  });
}

interface NewAccount extends Partial<Columns> {
  network?: 'facebook' | 'instagram';
  /** The network's id of it. */
  id: string;
  token?: string;
}
