const ROWS_AT_ONCE = 200;
/** Far below what a server takes in one statement (`max_allowed_packet`), also with every character escaped. */
const BYTES_AT_ONCE = 1024 * 1024;

export type Row = Record<string, unknown>;

/** The rows of these lines, a JSON each, in batches for a statement each. */
export async function* rowBatches(lines: AsyncIterable<string>): AsyncIterable<[Row, ...Row[]]> {
  let [batch, bytes]: [Row[], number] = [[], 0];
  for await (const line of lines) {
    const size = Buffer.byteLength(line);
    if (isFilled(batch) && (batch.length >= ROWS_AT_ONCE || bytes + size > BYTES_AT_ONCE)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(JSON.parse(line) as Row);
    bytes += size;
  }
  if (isFilled(batch)) yield batch;
}

const isFilled = (batch: Row[]): batch is [Row, ...Row[]] => batch.length > 0;
