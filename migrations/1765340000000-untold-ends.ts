import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index before, the one after, and its columns; the one before had the second alone. */
const INDEXES = [
  ['accounts_expiry', 'accounts_untold_expiry', 'expiry_mail_days', 'expires_at'],
  ['accounts_data_access', 'accounts_untold_data_access', 'data_access_mail_days', 'data_access_expires_at'],
] as const;

/** Finds accounts near their end that are yet to be told, without those that were. */
export class UntoldEnds1765340000000 implements MigrationInterface {
  name = 'UntoldEnds1765340000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [before, after, told, ends] of INDEXES) {
      await runner.query(`CREATE INDEX ${after} ON accounts (${told}, ${ends})`);
      await runner.dropIndex('accounts', before);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [before, after, , ends] of INDEXES) {
      await runner.query(`CREATE INDEX ${before} ON accounts (${ends})`);
      await runner.dropIndex('accounts', after);
    }
  }
}
