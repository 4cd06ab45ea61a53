import { freeSpentPiece } from './spent-piece';

describe('a spent piece', () => {
  it('gives its memory back at once', () => {
    const before = process.memoryUsage().arrayBuffers;
    for (let n = 0; n < 100; n++) {
      const piece = Buffer.alloc(1024 * 1024, 1);
      freeSpentPiece(piece);
      expect(piece).toHaveLength(0);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1024 * 1024);
  });

  it('is left alone when others live in the same memory', () => {
    const memory = Buffer.from('abcdef');
    freeSpentPiece(memory.subarray(0, 3));
    freeSpentPiece(memory.subarray(3));
    expect(memory.toString()).toBe('abcdef');
  });
});
