import type { SealedColumn } from '../../database/resealing';

/** What the secret of an authenticator is sealed for. */
export const placeOfSecret = (userId: number): string => `users:${userId}:two_factor_secret`;

export const SEALED_SECRETS: SealedColumn = {
  table: 'users',
  column: 'two_factor_secret',
  owner: 'id',
  placeOf: placeOfSecret,
};
