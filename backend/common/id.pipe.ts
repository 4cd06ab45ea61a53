import { Injectable, type PipeTransform } from '@nestjs/common';
import { notFound } from './errors';

/** A path id: whole, positive, small enough for a column; anything else names no row, so it is a 404. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = Number(value);
    if (/^\d{1,10}$/.test(value) && id >= 1 && id <= 2_147_483_647) return id;
    throw notFound('This item');
  }
}
