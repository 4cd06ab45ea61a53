import { invalid } from '../../common/errors/errors';
import type { Verification } from '../../ports/networks/network';

/** What may be stored: the account as the network described it or, while nobody can be asked, as it was entered. */
export type Unrefused = Extract<Verification, { kind: 'good' | 'unreachable' }>;

/** @throws DomainError 422 on the field that the network refused */
export function unrefused(verification: Verification): Unrefused {
  switch (verification.kind) {
    case 'refused':
      throw invalid({ [verification.field]: [verification.reason] });
    case 'not now':
      throw invalid({
        access_token: [
          `This token cannot be checked now, so nothing was saved. Try again later. ${verification.reason}`,
        ],
      });
    case 'good':
    case 'unreachable':
      return verification;
  }
}
