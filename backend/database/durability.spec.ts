import type { Database } from './database';
import { riskOfLoss } from './durability';

const serverWith = (flush: number, log_bin: number, sync: number) =>
  ({ row: () => Promise.resolve({ flush, log_bin, sync }) }) as unknown as Database;

describe('a server that may lose commits', () => {
  it.each([
    [1, 1, 1],
    [1, 0, 0],
    [3, 1, 1],
  ])('is not one with innodb_flush_log_at_trx_commit %d, log_bin %d and sync_binlog %d', async (...set) => {
    expect(await riskOfLoss(serverWith(...set))).toBeUndefined();
  });

  it.each([
    [[0, 0, 0], 'Set innodb_flush_log_at_trx_commit = 1 on the server.'],
    [[1, 1, 0], 'Set sync_binlog = 1 on the server.'],
    [[1, 1, 100], 'Set sync_binlog = 1 on the server.'],
    [[2, 1, 0], 'Set innodb_flush_log_at_trx_commit = 1 and sync_binlog = 1 on the server.'],
  ] as [[number, number, number], string][])('is one with %j', async (set, remedy) => {
    expect(await riskOfLoss(serverWith(...set))).toEqual({
      text: expect.stringContaining('a post may then go out twice'),
      remedy,
    });
  });

  it('is not looked for where a server does not know the settings', async () => {
    const unknown = Object.assign(new Error('?'), { code: 'ER_UNKNOWN_SYSTEM_VARIABLE' });
    expect(await riskOfLoss({ row: () => Promise.reject(unknown) } as unknown as Database)).toBeUndefined();
  });
});
