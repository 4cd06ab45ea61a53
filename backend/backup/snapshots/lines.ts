import { createReadStream } from 'node:fs';

const NEW_LINE = 0x0a;

/**
 * The lines of a file. They end at \n and nowhere else: `readline` ends them at \r, U+2028 and U+2029 too, which JSON may
 * have within its texts.
 */
export const linesOfFile = (path: string): AsyncIterable<string> => linesOf(createReadStream(path));

export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncIterable<string> {
  // As bytes: a piece may end within a character.
  let begun: Buffer[] = [];
  for await (const piece of pieces) {
    let from = 0;
    for (let end; (end = piece.indexOf(NEW_LINE, from)) !== -1; from = end + 1) {
      yield Buffer.concat([...begun, piece.subarray(from, end)]).toString();
      begun = [];
    }
    if (from < piece.length) begun.push(piece.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString();
}
