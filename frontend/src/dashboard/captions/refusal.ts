import { isApiError, reasonOf } from '../../api';

/** The server's message about a rejected caption or file. */
export const refusalOf = (error: unknown, field: 'content' | 'captions_file') =>
  (isApiError(error) ? error.errors[field]?.[0] : undefined) ?? reasonOf(error);
