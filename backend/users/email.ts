/** One address has one spelling here; two that differ in case or blanks are the same account. */
export const normalizeEmail = (email: unknown): unknown =>
  typeof email === 'string' ? email.trim().toLowerCase().normalize('NFKC') : email;
