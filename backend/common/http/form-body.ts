import type { IncomingMessage } from 'node:http';
import { DomainError } from '../errors/errors';

/** The fields of a form. */
export class FormBody {
  constructor(private readonly fields: URLSearchParams) {}

  /** @returns undefined unless the field is there exactly once. */
  only(name: string): string | undefined {
    const [value, ...more] = this.fields.getAll(name);
    return more.length === 0 ? value : undefined;
  }
}

/** Reads a form of at most so many bytes; a longer one is refused before its end has come. */
export function readForm(
  body: IncomingMessage,
  most: number,
  done: (error: Error | null, form?: FormBody) => void,
): void {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const settle = (error: Error | null, form?: FormBody) => {
    body.off('data', take).off('end', end).off('error', settle).pause();
    done(error, form);
  };
  const take = (piece: Buffer) => {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > most) settle(new DomainError(400, 'bad_request', 'The form is too long.'));
  };
  const end = () => settle(null, new FormBody(new URLSearchParams(Buffer.concat(pieces).toString('utf8'))));
  body.on('data', take).on('end', end).on('error', settle);
}
