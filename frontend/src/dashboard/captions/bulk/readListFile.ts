import { decode, fromLines, MOST_BYTES, problemOf, tableOf } from './captionList';
import type { Read, Table } from './captionList';
import { UnclosedQuote } from './csv';
import { TEXTS } from './texts';

/** Reads a CSV file as a table, any other file as text. Reads no more than may be sent. */
export async function readListFile(file: File): Promise<Read<Table | { text: string }>> {
  const bytes = await file
    .slice(0, MOST_BYTES + 1)
    .arrayBuffer()
    .catch(() => undefined);
  if (!bytes) return { problem: TEXTS.unreadable };
  const read = decode(new Uint8Array(bytes));
  if ('problem' in read) return read;
  if (/\.[ct]sv$/i.test(file.name)) return readTable(read.text);
  const problem = problemOf(fromLines(read.text));
  return problem === undefined ? read : { problem };
}

function readTable(csv: string): Read<Table> {
  try {
    return tableOf(csv);
  } catch (error) {
    if (error instanceof UnclosedQuote) return { problem: error.message };
    throw error;
  }
}
