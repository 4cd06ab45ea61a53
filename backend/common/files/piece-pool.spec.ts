import { giveBack, PiecePool } from './piece-pool';
import { freeSpentPiece } from './spent-piece';

describe('the pool of pieces', () => {
  it('hands out again what was given back', () => {
    const pool = new PiecePool(8, 80);
    const piece = pool.lend(pool.take(), 3);
    expect(piece).toHaveLength(3);
    freeSpentPiece(piece);
    expect(pool.take().buffer).toBe(piece.buffer);
    expect(pool.take().buffer).not.toBe(piece.buffer);
  });

  it('takes a piece back once, and never frees what another may be reading', () => {
    const pool = new PiecePool(8, 80);
    const piece = pool.lend(pool.take(), 8);
    freeSpentPiece(piece);
    const other = pool.lend(pool.take(), 8).fill('x');
    freeSpentPiece(piece);
    expect(pool.kept).toBe(0);
    expect(other.toString()).toBe('xxxxxxxx');
  });

  it('leaves the memory of a part of a piece alone', () => {
    const pool = new PiecePool(8, 80);
    const piece = pool.lend(pool.take(), 8);
    expect(giveBack(piece.subarray(0, 4))).toBe(true);
    expect(giveBack(piece.subarray(0, 8))).toBe(true);
    expect(pool.kept).toBe(0);
    expect(piece).toHaveLength(8);
  });

  it('keeps no more than it may, and nothing for long', () => {
    jest.useFakeTimers();
    try {
      const pool = new PiecePool(8, 20);
      const pieces = Array.from({ length: 4 }, () => pool.lend(pool.take(), 8));
      pieces.forEach(freeSpentPiece);
      expect(pool.kept).toBe(16);
      jest.advanceTimersByTime(20_000);
      expect(pool.kept).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
