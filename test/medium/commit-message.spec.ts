import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const HOOK = resolve(__dirname, '../../.githooks/commit-msg');

const dir = mkdtempSync(join(tmpdir(), 'pagecast-commit-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function judge(message: string): { accepted: boolean; said: string } {
  const file = join(dir, 'COMMIT_EDITMSG');
  writeFileSync(file, message);
  const { status, stderr } = spawnSync('sh', [HOOK, file], { encoding: 'utf8' });
  return { accepted: status === 0, said: stderr };
}

it.each([
  'calendar: register the screen by a manifest',
  'meta-world: keep the protocol apart from the rehearsal',
  'media: embed the probe',
  'test: wipe the folder after each file',
  'publishing: claim a post in one statement\n\nThe body may say wip.',
  'Merge branch "main"',
  'Revert "calendar: register the screen by a manifest"',
])('accepts %j', (message) => {
  expect(judge(message)).toEqual({ accepted: true, said: '' });
});

it.each([
  ['wip', 'finish it first'],
  ['calendar: WIP register the screen', 'finish it first'],
  ['fixup! calendar: register the screen', 'squash it'],
  ['build: no link', 'say what the change does'],
  ['register the screen', 'module: imperative'],
  ['Calendar: register the screen', 'module: imperative'],
  ['calendar: Register the screen', 'module: imperative'],
  ['calendar: registered the screen', 'not "registered"'],
  ['calendar: registering the screen', 'not "registering"'],
  ['calendar: a manifest for the screen', 'not "a"'],
  ['calendar: who was answered gets nothing', 'not "who"'],
  [`calendar: register ${'the screen '.repeat(10)}`, '100 characters'],
  ['', 'module: imperative'],
])('refuses %j', (message, reason) => {
  const { accepted, said } = judge(message);
  expect(accepted).toBe(false);
  expect(said).toContain(reason);
});
