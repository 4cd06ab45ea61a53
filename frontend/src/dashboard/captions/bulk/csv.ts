/** Reads CSV (RFC 4180) with any line ending; the separator is taken from the first row. */

export class UnclosedQuote extends Error {
  constructor(readonly row: number) {
    super(`The quote that opens in row ${row} is never closed.`);
  }
}

const SEPARATORS = [',', ';', '\t'] as const;

/** @returns its rows, empty ones included, so that their numbers are those of a spreadsheet. @throws UnclosedQuote */
export function readCsv(text: string): string[][] {
  const first = new CsvReader(text, SEPARATORS).row();
  const separator = SEPARATORS.reduce((best, each) => (first.met[each] > first.met[best] ? each : best));
  const reader = new CsvReader(text, [separator]);
  const rows: string[][] = [];
  while (reader.hasMore) rows.push(reader.row().cells);
  return rows;
}

type Separator = (typeof SEPARATORS)[number];

class CsvReader {
  private at = 0;
  private rows = 0;

  constructor(
    private readonly text: string,
    private readonly separators: readonly Separator[],
  ) {}

  get hasMore(): boolean {
    return this.at < this.text.length;
  }

  /** `met` counts each separator between cells. */
  row(): { cells: string[]; met: Record<Separator, number> } {
    this.rows += 1;
    const cells: string[] = [];
    const met = { ',': 0, ';': 0, '\t': 0 };
    for (;;) {
      cells.push(this.cell());
      const end = this.text[this.at];
      this.at += end === '\r' && this.text[this.at + 1] === '\n' ? 2 : 1;
      if (!isOneOf(this.separators, end)) return { cells, met };
      met[end] += 1;
    }
  }

  private cell(): string {
    const quoted = this.text[this.at] === '"' ? this.quoted() : '';
    const from = this.at;
    while (this.hasMore && !this.isEnd(this.text[this.at])) this.at += 1;
    return quoted + this.text.slice(from, this.at);
  }

  /** A doubled quote is an escaped quote. */
  private quoted(): string {
    let cell = '';
    for (;;) {
      const end = this.text.indexOf('"', this.at + 1);
      if (end < 0) throw new UnclosedQuote(this.rows);
      cell += this.text.slice(this.at + 1, end);
      this.at = end + 1;
      if (this.text[this.at] !== '"') return cell;
      cell += '"';
    }
  }

  private isEnd(letter: string | undefined): boolean {
    return letter === '\n' || letter === '\r' || isOneOf(this.separators, letter);
  }
}

const isOneOf = <T extends string>(these: readonly T[], letter: string | undefined): letter is T =>
  (these as readonly (string | undefined)[]).includes(letter);
