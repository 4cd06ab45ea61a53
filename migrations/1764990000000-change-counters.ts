import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const TOPICS = ['videos', 'instagram_videos', 'photos', 'connections', 'subscriptions', 'sessions'];

/** One row instead of one column for each topic that a user may watch. */
export class ChangeCounters1764990000000 implements MigrationInterface {
  name = 'ChangeCounters1764990000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(COUNTERS));
    // Open screens send the versions that they know, so the counters must continue from the old values.
    for (const topic of TOPICS)
      await runner.query(
        `INSERT INTO change_counters (user_id, topic, version, changed_at) SELECT user_id, '${topic}', ${topic}, changed_at FROM feeds`,
      );
    await runner.dropTable(FEEDS.name);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(FEEDS));
    await runner.dropTable(COUNTERS.name);
  }
}

const CHANGED_AT = { name: 'changed_at', type: 'bigint' };

const ofUser = (name: string) => ({
  name,
  columnNames: ['user_id'],
  referencedTableName: 'users',
  referencedColumnNames: ['id'],
  onDelete: 'CASCADE',
  onUpdate: 'RESTRICT',
});

const COUNTERS = {
  name: 'change_counters',
  columns: [
    { name: 'user_id', type: 'integer', isPrimary: true },
    { name: 'topic', type: 'varchar', length: '32', isPrimary: true },
    { name: 'version', type: 'integer', default: 0 },
    CHANGED_AT,
  ],
  indices: [{ name: 'change_counters_changed', columnNames: ['changed_at'] }],
  foreignKeys: [ofUser('change_counters_user_fk')],
};

const FEEDS = {
  name: 'feeds',
  columns: [
    { name: 'user_id', type: 'integer', isPrimary: true },
    ...TOPICS.map((name) => ({ name, type: 'integer', default: 0 })),
    CHANGED_AT,
  ],
  indices: [{ name: 'feeds_changed', columnNames: ['changed_at'] }],
  foreignKeys: [ofUser('feeds_user_fk')],
};
