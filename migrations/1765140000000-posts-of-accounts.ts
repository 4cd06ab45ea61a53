import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const BY_ACCOUNT = { name: 'posts_by_account', columnNames: ['user_id', 'account_id', 'kind', 'created_at'] };
const REMOVED = { name: 'accounts_removed', columnNames: ['removed_at', 'user_id'] };

/** Lists are filtered by account, and the posts of removed accounts are looked for. */
export class PostsOfAccounts1765140000000 implements MigrationInterface {
  name = 'PostsOfAccounts1765140000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('posts', new TableIndex(BY_ACCOUNT));
    await runner.createIndex('accounts', new TableIndex(REMOVED));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('accounts', REMOVED.name);
    await runner.dropIndex('posts', BY_ACCOUNT.name);
  }
}
