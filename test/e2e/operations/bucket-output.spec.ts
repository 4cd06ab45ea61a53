import { cliProcess } from '../../support/cli';
import { closedPort } from '../../support/ports';
import { useScratchFolder } from '../../support/scratch-folder';

jest.setTimeout(120_000);

const scratch = useScratchFolder();

it('a command with a bucket prints its own sentence, and no notice of the SDK', async () => {
  const endpoint = encodeURIComponent(`http://127.0.0.1:${await closedPort()}`);
  const keys = { AWS_ACCESS_KEY_ID: 'a-key', AWS_SECRET_ACCESS_KEY: 'a-secret' };
  expect(await cliProcess(scratch('data'), ['migrate'])).toMatchObject({ code: 0 });
  const to = `s3://backups/pagecast?endpoint=${endpoint}`;
  const { code, err } = await cliProcess(scratch('data'), ['backup', '--to', to], { env: keys });
  expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining('ECONNREFUSED')]]);
});
