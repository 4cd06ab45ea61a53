import type { EncryptedColumn } from '../../database/key-rotation';

/** The context in which an authenticator's secret is sealed. */
export const secretContext = (userId: number): string => `users:${userId}:two_factor_secret`;

export const SEALED_SECRETS: EncryptedColumn = {
  table: 'users',
  column: 'two_factor_secret',
  owner: 'id',
  contextOf: secretContext,
};
