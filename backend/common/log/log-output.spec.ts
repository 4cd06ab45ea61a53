import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually';
import { useScratchFolder } from '../../../test/support/scratch-folder';
import { LogOutput } from './log-output';

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
const inFolder = useScratchFolder();

/** On a device of Linux on which there is never room. In CI it must be there. */
const itOnFullDevice = existsSync('/dev/full') || process.env.CI === 'true' ? it : it.skip;

const linesOf = (text: string) => text.split('\n').slice(0, -1);
const numbered = (count: number, more = '') => Array.from({ length: count }, (_, n) => `${n}${more}`);

describe('the output of the log', () => {
  const files: number[] = [];
  /** Closed at the end only: a write may still be under way, and its number must not be given to another file. */
  const opened = (path: string, flags: string) => files[files.push(openSync(path, flags)) - 1] as number;
  afterAll(() => files.forEach((fd) => closeSync(fd)));

  it('has all lines in their order', async () => {
    const file = inFolder('log');
    const fd = opened(file, 'w');
    const output = new LogOutput(fd);
    for (const line of numbered(5000)) output.write(`${line}\n`);
    await eventually(
      () => Promise.resolve(linesOf(readFileSync(file, 'utf8'))),
      (lines) => lines.length === 5000,
    );
    expect(linesOf(readFileSync(file, 'utf8'))).toEqual(numbered(5000));
  });

  it('has what waits at the end of the process', () => {
    const file = inFolder('end');
    const fd = opened(file, 'a');
    const output = new LogOutput(fd);
    output.write('first\n');
    output.write('second\n');
    output.write('third\n');
    output.end();
    expect(linesOf(readFileSync(file, 'utf8'))).toEqual(expect.arrayContaining(['second', 'third']));
  });

  itOnFullDevice('does not wait at the end where nothing can be written', () => {
    const fd = opened('/dev/full', 'w');
    const output = new LogOutput(fd);
    output.write('first\n');
    output.write('second\n');
    expect(() => output.end()).not.toThrow();
  });

  describe('on a pipe', () => {
    let path: string;
    let reader: number | undefined;
    let writer: number;
    let output: LogOutput;

    const open = () => (reader = openSync(path, O_RDONLY | O_NONBLOCK));
    const close = () => {
      if (reader !== undefined) closeSync(reader);
      reader = undefined;
    };

    /** What has come, and what comes while it is read, up to this text. */
    async function readUntil(text: string): Promise<string[]> {
      let all = '';
      const buffer = Buffer.alloc(65_536);
      await eventually(
        () => {
          try {
            for (let n = 1; n > 0;) {
              n = readSync(reader as number, buffer);
              all += buffer.toString('utf8', 0, n);
            }
          } catch {
            // Nothing more just now.
          }
          return Promise.resolve(all);
        },
        () => all.includes(text),
      );
      return linesOf(all);
    }

    beforeEach(() => {
      path = inFolder(`pipe-${Math.random()}`);
      execFileSync('mkfifo', [path]);
      open();
      writer = openSync(path, O_WRONLY | O_NONBLOCK);
      output = new LogOutput(writer);
    });
    afterEach(() => {
      close();
      closeSync(writer);
    });

    it('has what was written while nobody was there', async () => {
      close();
      for (const line of numbered(3)) {
        output.write(`${line}\n`);
        await pause(20);
      }
      open();
      output.write('again\n');
      expect(await readUntil('again\n')).toEqual(['0', '1', '2', 'again']);
    });

    it('has a line that came while another could not be written', async () => {
      close();
      output.write('first\n');
      // The write has failed by now, and its callback has not run.
      const until = performance.now() + 50;
      while (performance.now() < until);
      open();
      output.write('second\n');
      expect(await readUntil('second\n')).toEqual(['first', 'second']);
    });

    it('keeps a mebibyte for a reader that has fallen behind, and tells what it lost', async () => {
      const all = numbered(5000, 'x'.repeat(1000));
      for (const each of all) output.write(`${each}\n`);
      await pause(20);
      const lines = await readUntil('lines lost"}\n');
      const told = JSON.parse(lines.pop() ?? '');
      expect(lines).toEqual(all.slice(0, lines.length));
      expect([lines.length > 1000, lines.length < 1100]).toEqual([true, true]);
      expect(told).toMatchObject({ level: 'warn', lines: 5000 - lines.length });
      output.write('again\n');
      expect(await readUntil('again\n')).toEqual(['again']);
    });
  });
});
