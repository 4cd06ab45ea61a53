import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

it('keeps the types of the screens as the API document has them', () => {
  const script = resolve(__dirname, '../../../frontend/wire-types.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
