import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const unanswered = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls once when the answer is out or its connection has ended. Node itself tells only the answer that is being sent of
 * the end; those that wait behind it, to requests that were pipelined, would be kept for ever.
 */
export function whenOver(answer: ServerResponse, over: () => void): void {
  const all = ofConnection(answer.req.socket);
  const tell = () => {
    if (all.delete(tell)) over();
  };
  all.add(tell);
  answer.once('close', tell);
}

function ofConnection(socket: Socket): Set<() => void> {
  const known = unanswered.get(socket);
  if (known) return known;
  const own = new Set<() => void>();
  unanswered.set(socket, own);
  socket.once('close', () => own.forEach((tell) => tell()));
  return own;
}
