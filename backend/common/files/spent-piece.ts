import type { Readable } from 'node:stream';
import { MessageChannel } from 'node:worker_threads';
import { giveBack } from './piece-pool';

const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Frees the memory of a piece that nobody reads any more, or gives it back to its pool. Without a pool, its length is 0
 * from then on.
 *
 * Until the next garbage collection, the pieces of an upload would otherwise pile up at a gigabyte a second, and count
 * as V8's memory: either V8 collects the whole heap fifteen times a second, or its heap may grow without bound. What a
 * port is given is no longer the sender's, and a closed port drops it at once.
 */
export function freeSpentPiece(piece: Buffer): void {
  if (giveBack(piece)) return;
  const { buffer, length } = piece;
  // Others may live in the same memory.
  if (buffer.byteLength === length) nowhere.postMessage(undefined, [buffer as ArrayBuffer]);
}

const own = new WeakSet<Readable>();

/** Marks a stream whose pieces are its reader's alone: whoever has used one may free it. */
export function withOwnPieces(stream: Readable): Readable {
  own.add(stream);
  return stream;
}

export const hasOwnPieces = (stream: Readable): boolean => own.has(stream);
