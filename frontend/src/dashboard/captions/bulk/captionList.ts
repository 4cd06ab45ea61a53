import { readCsv } from './csv';
import { TEXTS } from './texts';

/** The server's limits: backend/captions/captions-file.ts. */
const MOST = 1000;
export const MOST_BYTES = 1024 ** 2;

/** Headings of a captions column. */
const HEADINGS = /^(captions?|content|texts?|messages?|descriptions?)$/i;

export interface CaptionList {
  captions: string[];
  /** Line or row of each, from 1. */
  places: number[];
}

export type Read<T> = T | { problem: string };

/** One caption per line. */
export const fromLines = (text: string): CaptionList => listOf(text.split(/\r\n|\r|\n/));

export interface Table {
  rows: string[][];
  /** The first row is a heading. */
  headed: boolean;
  column: number;
}

/** Guesses heading and column; the user can change both. */
export function tableOf(csv: string): Table {
  const rows = readCsv(csv);
  const column = rows[0]?.findIndex((cell) => HEADINGS.test(cell.trim())) ?? -1;
  return { rows, headed: column >= 0, column: Math.max(column, 0) };
}

export function fromTable({ rows, headed, column }: Table): CaptionList {
  return listOf(rows.map((row, n) => (headed && n === 0 ? '' : (row[column] ?? ''))));
}

/** The heading of each column, or its number. */
export function columnsOf({ rows, headed }: Table): string[] {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from(
    { length: width },
    (_each, n) => (headed && rows[0]?.[n]?.trim()) || TEXTS.columnNumber(n + 1),
  );
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

/** Why the list cannot be sent. */
export const problemOf = ({ captions }: CaptionList): string | undefined =>
  captions.length > MOST
    ? TEXTS.tooMany(captions.length.toLocaleString('en-US'), MOST.toLocaleString('en-US'))
    : undefined;

const NO_TEXT = TEXTS.notText;

/** Decodes a file: UTF-8, or UTF-16 with a byte order mark. */
export function decode(bytes: Uint8Array): Read<{ text: string }> {
  if (bytes.length > MOST_BYTES) return { problem: TEXTS.tooLarge };
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

/** The server's upload format; its limits and messages then apply. */
export const asJsonFile = ({ captions }: CaptionList): File =>
  new File([JSON.stringify(captions)], 'captions.json', { type: 'application/json' });
