import { readCsv } from './csv';

/** What one call takes: backend/captions/captions-file.ts. */
const MOST = 1000;
export const MOST_BYTES = 1024 ** 2;

/** Words over a column that holds captions. */
const HEADINGS = /^(captions?|content|texts?|messages?|descriptions?)$/i;

export interface CaptionList {
  captions: string[];
  /** Where each stood, counted from 1. */
  places: number[];
}

export type Read<T> = T | { problem: string };

/** One caption per line. */
export const fromLines = (text: string): CaptionList => listOf(text.split(/\r\n|\r|\n/));

export interface Table {
  rows: string[][];
  /** Its first row says what the columns hold. */
  headed: boolean;
  column: number;
}

/** What seems to be meant; both can be chosen otherwise. */
export function tableOf(csv: string): Table {
  const rows = readCsv(csv);
  const column = rows[0]?.findIndex((cell) => HEADINGS.test(cell.trim())) ?? -1;
  return { rows, headed: column >= 0, column: Math.max(column, 0) };
}

export function fromTable({ rows, headed, column }: Table): CaptionList {
  return listOf(rows.map((row, n) => (headed && n === 0 ? '' : (row[column] ?? ''))));
}

/** Of each column its heading, or its number. */
export function columnsOf({ rows, headed }: Table): string[] {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: width }, (_each, n) => (headed && rows[0]?.[n]?.trim()) || `Column ${n + 1}`);
}

function listOf(texts: string[]): CaptionList {
  const list: CaptionList = { captions: [], places: [] };
  texts.forEach((text, n) => {
    if (text.trim() === '') return;
    list.captions.push(text.trim().replace(/\r\n?/g, '\n'));
    list.places.push(n + 1);
  });
  return list;
}

/** Why this cannot be sent as it is. */
export const problemOf = ({ captions }: CaptionList): string | undefined =>
  captions.length > MOST
    ? `This is a list of ${captions.length.toLocaleString('en-US')} captions. Add at most ${MOST.toLocaleString('en-US')} at a time.`
    : undefined;

const NO_TEXT = 'This is no text file. Save the list as “CSV UTF-8” or as plain text, and choose that file.';

/** The text of a file: UTF-8, or UTF-16 where a mark says so. */
export function decode(bytes: Uint8Array): Read<{ text: string }> {
  if (bytes.length > MOST_BYTES)
    return { problem: 'The file has more than 1 MB. Split it into several files.' };
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    return text.includes('\0') ? { problem: NO_TEXT } : { text };
  } catch {
    return { problem: NO_TEXT };
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** As the server takes it: the bytes go the way of a JSON file, with its limits and its reasons. */
export const asJsonFile = ({ captions }: CaptionList): File =>
  new File([JSON.stringify(captions)], 'captions.json', { type: 'application/json' });
