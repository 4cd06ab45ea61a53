import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ffprobeStatic from 'ffprobe-static';
import { startTestApp, type TestApp } from '../../support/app';
import { fixture } from '../../support/media';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'pagecast-poison-'))));
afterAll(() => rm(folder, { recursive: true }));

let scripts = 0;

/** What stands in for a probe that uploads drive out of its mind, and nothing else does. */
async function probe(does: string): Promise<string> {
  const path = join(folder, `probe-${++scripts}`);
  const script = `for file; do :; done\ncase "$file" in */incoming/*) ${does};; *) exec ${ffprobeStatic.path} "$@";; esac`;
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

describe.each([
  ['is killed by a signal', 'kill -SEGV $$'],
  ['runs out of memory', 'echo "{"; kill -KILL $$'],
  ['ends with an error', 'exit 1'],
  ['says nothing', 'exit 0'],
  ['says nonsense', 'echo "<html>"'],
  ['says something of another form', `echo '{"streams":{"length":1},"format":null}'`],
  ['says a number where a list is wanted', `echo '7'`],
  ['says null', `echo '{"streams":[null,7,{}],"format":null}'`],
  ['never stops talking', 'while :; do echo "{\\"streams\\":[{},{},{},{},{},{},{},{}]}"; done'],
])('a video over which the probe %s', (_name, does) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ env: { FFPROBE_PATH: await probe(does) } });
  });
  afterAll(() => app.end());

  it('is refused, leaves nothing, and the next one is looked at', async () => {
    const user = await app.users.subscriber();
    for (let n = 0; n < 3; n++) {
      const { status, body } = await user.upload('/api/videos', [fixture('portrait.mp4')]);
      expect([status, body.errors]).toEqual([
        422,
        { 'portrait.mp4': ['Unable to validate video dimensions'] },
      ]);
    }
    expect((await user.get('/api/user/subscription')).body.submissions.used).toBe(0);
    const files = await readdir(app.dir, { recursive: true });
    expect(files.filter((name) => name.endsWith('.mp4') || /incoming\/[^/]+\/./.test(name))).toEqual([]);
    expect((await app.client.get('/health/ready')).status).toBe(200);
  });
});
