import { Injectable, type PipeTransform } from '@nestjs/common';
import { notFound } from '../errors/errors';

/** An id in a path: a positive integer that fits its column, in its one spelling. Anything else names no row: 404. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = Number(value);
    if (/^[1-9]\d{0,9}$/.test(value) && id <= 2_147_483_647) return id;
    throw notFound('This item');
  }
}
