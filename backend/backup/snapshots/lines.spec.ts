import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { useScratchFolder } from '../../../test/support/scratch-folder';
import { linesOf, linesOfFile } from './lines';

const scratch = useScratchFolder();
const TEXT = 'a\u2028b\u2029c\rd\u0085e\r\n\nж🎬\nlast';
const LINES = ['a\u2028b\u2029c\rd\u0085e\r', '', 'ж🎬', 'last'];

const all = async (lines: AsyncIterable<string>): Promise<string[]> => {
  const found: string[] = [];
  for await (const line of lines) found.push(line);
  return found;
};

describe('the lines of a file', () => {
  it('end at \\n and at no other character', async () => {
    await writeFile(scratch('lines'), TEXT);
    expect(await all(linesOfFile(scratch('lines')))).toEqual(LINES);
    await writeFile(scratch('lines'), 'one\ntwo\n');
    expect(await all(linesOfFile(scratch('lines')))).toEqual(['one', 'two']);
    await writeFile(scratch('lines'), '');
    expect(await all(linesOfFile(scratch('lines')))).toEqual([]);
  });

  it.each([1, 2, 3, 5])('are whole when they come %d bytes at a time', async (size) => {
    const bytes = Buffer.from(TEXT);
    const count = Math.ceil(bytes.length / size);
    const pieces = Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
    expect(await all(linesOf(Readable.from(pieces)))).toEqual(LINES);
  });
});
