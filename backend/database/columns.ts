import { Column, type ColumnOptions, type ValueTransformer } from 'typeorm';

/** MySQL's driver returns a bigint as a string. Our values stay far below 2^53. */
const asNumber: ValueTransformer = {
  to: (value: number | null | undefined) => value,
  from: (value: string | number | null) => (value === null ? null : Number(value)),
};

/** An integer that may exceed 2^31: bytes, counters. */
export const BigintColumn = (options: ColumnOptions = {}) =>
  Column({ type: 'bigint', transformer: asNumber, ...options });

/**
 * An instant in milliseconds since 1970 (UTC): the same number on both databases and in any zone, ordered to the
 * millisecond (docs/decisions/001-instants-are-milliseconds.md).
 */
export const InstantColumn = (options: ColumnOptions = {}) => BigintColumn(options);
