import { Readable } from 'node:stream';
import { rowBatches, type Row } from './row-batches';

const MIB = 1024 * 1024;

async function batchesOf(texts: string[]): Promise<Row[][]> {
  const batches: Row[][] = [];
  const lines = texts.map((text, id) => JSON.stringify({ id, text }));
  for await (const batch of rowBatches(Readable.from(lines))) batches.push(batch);
  expect(batches.flat()).toEqual(texts.map((text, id) => ({ id, text })));
  return batches;
}

describe('batches of rows', () => {
  it('have 200 rows at most', async () => {
    const batches = await batchesOf(Array.from({ length: 450 }, () => 'short'));
    expect(batches.map(({ length }) => length)).toEqual([200, 200, 50]);
  });

  it('have 1 MiB at most, unless a row alone has more', async () => {
    const long = Array.from({ length: 20 }, () => 'ж'.repeat(63_206));
    const batches = await batchesOf([...long, 'x'.repeat(2 * MIB), 'short']);
    const sizes = batches.map((batch) => Buffer.byteLength(batch.map((row) => JSON.stringify(row)).join('')));
    expect(batches.map(({ length }) => length)).toEqual([8, 8, 4, 1, 1]);
    expect(sizes.filter((size) => size > MIB)).toHaveLength(1);
  });

  it('are none without rows', async () => {
    expect(await batchesOf([])).toEqual([]);
  });
});
