import { spawnSync } from 'node:child_process';

type Promtool = (args: string[], input?: string) => { status: number | null; said: string };

const promtool: Promtool = (args, input = '') => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
};

/** Skipped where there is no promtool (Debian's package `prometheus`), but never in CI: there a missing one is a failure. */
export function withPromtool(name: string, tests: (tool: Promtool) => void): void {
  const isWanted = process.env.CI === 'true' || spawnSync('promtool', ['--version']).status === 0;
  (isWanted ? describe : describe.skip)(name, () => tests(promtool));
}
