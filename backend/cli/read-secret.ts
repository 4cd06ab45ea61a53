import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** The first line of stdin. At a terminal it asks for it, and the terminal does not show what is typed. */
export function readSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write(prompt);
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY });
  return new Promise((resolve, reject) => {
    const end = () => {
      if (stdin.isTTY) stderr.write('\n');
    };
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    // After a line, this is no news.
    lines.once('close', () => {
      end();
      reject(new Error('No password was given. Nothing was changed.'));
    });
    lines.once('SIGINT', () => lines.close());
  });
}
