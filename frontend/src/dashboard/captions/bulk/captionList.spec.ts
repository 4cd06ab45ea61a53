import fc from 'fast-check';
import { asJsonFile, columnsOf, decode, fromLines, fromTable, problemOf, tableOf } from './captionList';
import { readCsv } from './csv';

const bytes = (text: string) => new TextEncoder().encode(text);

/** As spreadsheets write a cell. */
const written = (cell: string) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

describe('a table of captions', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ', 'ü', '🎬') });
  const rows = fc
    .integer({ min: 2, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
    );

  it('is read as it was written, whatever stands in it and ends its lines', () => {
    const [separators, ends] = [fc.constantFrom(',', ';', '\t'), fc.constantFrom('\n', '\r\n', '\r')];
    fc.assert(
      fc.property(rows, separators, ends, fc.boolean(), (table, separator, end, ended) => {
        const csv = table.map((row) => row.map(written).join(separator)).join(end) + (ended ? end : '');
        expect(readCsv(csv)).toEqual(table);
      }),
    );
  });

  it('never keeps the reader from its end', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a'), maxLength: 40 }), (text) => {
        try {
          expect(readCsv(text).flat().join('').length).toBeLessThanOrEqual(text.length);
        } catch (error) {
          expect(String(error)).toMatch(/The quote that opens in row \d+ is never closed/);
        }
      }),
    );
  });

  it.each([
    ['', []],
    ['a', [['a']]],
    ['a,b\n\nc,d', [['a', 'b'], [''], ['c', 'd']]],
    [
      'a;b\n"c;d";"e,f"',
      [
        ['a', 'b'],
        ['c;d', 'e,f'],
      ],
    ],
    ['say "hi",x', [['say "hi"', 'x']]],
    ['"a"b,c', [['ab', 'c']]],
    ['a,', [['a', '']]],
  ])('%j', (csv, table) => {
    expect(readCsv(csv)).toEqual(table);
  });

  it('says in which row a quote stays open', () => {
    expect(() => readCsv('a,b\n"c,d\n')).toThrow('The quote that opens in row 2 is never closed.');
  });

  it('gives the column that its heading names, else the first', () => {
    const headed = tableOf('Date,Caption\n2026-01-01,One\n2026-01-02,"Two\r\nlines"\n,\n2026-01-03,Three');
    expect(headed).toMatchObject({ headed: true, column: 1 });
    expect(columnsOf(headed)).toEqual(['Date', 'Caption']);
    expect(fromTable(headed)).toEqual({ captions: ['One', 'Two\nlines', 'Three'], places: [2, 3, 5] });
    const bare = tableOf('One,2026\nTwo,2027,more');
    expect(columnsOf(bare)).toEqual(['Column 1', 'Column 2', 'Column 3']);
    expect(fromTable(bare)).toEqual({ captions: ['One', 'Two'], places: [1, 2] });
    expect(fromTable({ ...bare, column: 2 })).toEqual({ captions: ['more'], places: [2] });
  });
});

describe('a list of captions', () => {
  it('has one on each line that is not empty, and knows its line', () => {
    expect(fromLines(' One \r\n\r\n  \nTwo, "quoted"\rThree')).toEqual({
      captions: ['One', 'Two, "quoted"', 'Three'],
      places: [1, 4, 5],
    });
  });

  it('is refused in words where it is too long, at once', () => {
    const lines = (n: number) => fromLines(Array.from({ length: n }, (_each, at) => `Line ${at}`).join('\n'));
    expect(problemOf(lines(1000))).toBeUndefined();
    expect(problemOf(lines(100_000))).toBe('This list has 100,000 captions. Add at most 1,000 at a time.');
  });

  it('goes to the server as a JSON file', async () => {
    const file = asJsonFile(fromLines('One\n"Two"'));
    expect([file.type, await file.text()]).toEqual(['application/json', '["One","\\"Two\\""]']);
  });
});

describe('a file of captions', () => {
  const NO_TEXT = {
    problem: 'This is not a text file. Save the list as “CSV UTF-8” or plain text, then choose that file.',
  };
  const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  it.each([
    ['plain text', bytes('Grüße 🎬'), { text: 'Grüße 🎬' }],
    ['a byte order mark', bytes('\ufeffOne'), { text: 'One' }],
    ['UTF-16, as some spreadsheets write it', utf16('Grüße'), { text: 'Grüße' }],
    ['Latin letters', new Uint8Array([0x47, 0x72, 0xfc]), NO_TEXT],
    ['half a letter', bytes('🎬').slice(0, 3), NO_TEXT],
    ['a NUL', bytes('One\0Two'), NO_TEXT],
    ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), NO_TEXT],
    ['exactly 1 MB', new Uint8Array(1024 ** 2).fill(97), { text: 'a'.repeat(1024 ** 2) }],
    [
      'a byte more',
      new Uint8Array(1024 ** 2 + 1).fill(97),
      { problem: 'The file is larger than 1 MB. Split it into several files.' },
    ],
  ])('%s', (_what, content, read) => {
    expect(decode(content)).toEqual(read);
  });
});
