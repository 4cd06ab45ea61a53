/** Metadata of a handler that is marked with `@Repeatable()`. */
export const IS_REPEATABLE = 'isRepeatable';

export const REPLAYED_HEADER = 'Idempotency-Replayed';
