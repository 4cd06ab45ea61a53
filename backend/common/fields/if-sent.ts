import { ValidateIf } from 'class-validator';

/** Validates a field only if it was sent. A null counts as sent. */
export const IfSent = () => ValidateIf((_object, value: unknown) => value !== undefined);
